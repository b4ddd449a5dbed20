// The arrow keys step through a board. Each press clicks the link a finger would tap; presses that come faster than the
// answers are counted, so that none is lost and none is sent twice.
(() => {
  "use strict";
  let wanted = 0, busy = false;

  const go = () => {
    if (busy || !wanted) return;
    const link = document.querySelector(wanted > 0 ? "#step-next[href]" : "#step-prev[href]");
    if (!link) { wanted = 0; return; }
    wanted -= Math.sign(wanted);
    busy = Boolean(window.htmx);
    link.click();
  };
  // An answer that is no step (the key is gone, the server starts again) is shown as the page it is.
  document.addEventListener("htmx:response:error", ({ target, detail }) => {
    if (target.closest("#replay")) location.assign(detail.ctx.request.action);
  });
  document.addEventListener("htmx:finally:request", ({ detail }) => {
    if (detail.ctx.sourceElement.tagName !== "A") return;  // a part of the page asked by itself
    busy = false;
    go();
  });

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    if (event.target.closest("input, select, textarea, .scroll")) return;
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    wanted = Math.sign(wanted) === -step ? step : wanted + step;
    go();
  });
})();
