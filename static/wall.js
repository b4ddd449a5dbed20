// The wall's clock: as time goes its petals close and its words change, by the server's clock. What closes and changes
// when, the page says in seconds after the beginning: data-shuts on petals, data-from on words.
(() => {
  "use strict";
  let told = "", ahead = 0;  // how far this computer's clock is ahead of the server's, in seconds
  const tick = () => {
    const clock = document.getElementById("flowerclock");
    if (!clock) return;
    const now = Date.now() / 1000;
    if (clock.dataset.now !== told) { told = clock.dataset.now; ahead = now - told; }
    const age = now - ahead - clock.dataset.since;
    for (const petal of clock.querySelectorAll("[data-shuts]")) petal.classList.toggle("shut", age >= petal.dataset.shuts);
    const words = [...clock.querySelectorAll("[data-from]")];
    const said = words.filter((each) => age >= each.dataset.from).pop() || words[0];
    for (const each of words) each.hidden = each !== said;
  };
  tick();
  setInterval(tick, 1000);
})();
