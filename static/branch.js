// After a tap the card or the bid is gone that had the focus: then it goes to the sentence that says whose turn it is.
(() => {
  "use strict";
  document.addEventListener("htmx:finally:request", () => {
    if (document.activeElement === document.body) document.getElementById("br-turn")?.focus({ preventScroll: true });
  });
})();
