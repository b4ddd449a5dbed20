// The switches of this device: day or night, deck, motion, sounds, tap twice. Kept in localStorage and shown as
// attributes of <html>, so this runs in the head, before anything is drawn. A form control joins with data-pref="theme".
(() => {
  const root = document.documentElement;
  const names = ["theme", "deck", "motion", "sound", "tap"];
  const read = (name) => {
    try { return localStorage.getItem("hool-" + name) || ""; } catch { return ""; }  // private windows may refuse
  };
  const show = (name, value) => { if (value) root.dataset[name] = value; else delete root.dataset[name]; };
  for (const name of names) if (read(name)) show(name, read(name));

  document.addEventListener("change", (event) => {
    const name = event.target.dataset.pref;
    if (!name) return;
    const value = event.target.type === "checkbox" && !event.target.checked ? "" : event.target.value;
    try { localStorage.setItem("hool-" + name, value); } catch { /* it still holds for this page */ }
    show(name, value);
  });
  document.addEventListener("DOMContentLoaded", () => {
    for (const box of document.querySelectorAll("[data-pref]")) {
      box.checked = read(box.dataset.pref) === box.value;
    }
  });

  // A page that comes from the browser's memory is asked for anew: whom it was for may have left this device. The page
  // of a table sees to that itself (live.js).
  addEventListener("pageshow", (event) => { if (event.persisted && !document.getElementById("stage")) location.reload(); });

  // Two small things every page may use: the die that makes up a name, and dialogs.
  document.addEventListener("click", (event) => {
    const die = event.target.closest("[data-spin]");
    if (die) {
      const names = die.dataset.spin.split("|");
      const field = document.getElementById(die.dataset.into);
      const others = names.filter((name) => name !== field.value);
      field.value = others[Math.floor(Math.random() * others.length)] || field.value;
    }
    const opener = event.target.closest("[data-opens]");
    const sheet = opener && document.getElementById(opener.dataset.opens);
    if (sheet && sheet.showModal && !sheet.open) sheet.showModal();
    const open = event.target.closest("dialog[open]");
    const box = open && open.getBoundingClientRect();
    const beside = box && (event.clientX < box.left || event.clientX > box.right || event.clientY > box.bottom);
    if (beside && event.target === open) open.close();
  });
})();
