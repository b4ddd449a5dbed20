// The teacher's page and the wall: keep up with the server, let times tick. Everything works without it, by reloading.
//
//   to the server    watch {page, slug, table, tab}
//   from the server  view {what, table, seq, html, hold}      each root of html is morphed onto the element with its id
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const all = (selector) => [...document.querySelectorAll(selector)];

  // ---------- views ----------

  const show = (html) => {
    const fresh = document.createElement("template");
    fresh.innerHTML = html;
    for (const root of [...fresh.content.children]) {
      if ($(root.id)) htmx.swap({ text: root.outerHTML, target: $(root.id), sourceElement: $(root.id), swap: "outerMorph" });
    }
  };
  const what = () => ({ page: $("watch").dataset.page, slug: $("watch").dataset.slug, table: +$("watch").dataset.table || 0, tab: $("watch").dataset.tab || "" });

  let watched = "";
  const watch = (heard) => {
    watched = JSON.stringify(what());
    line.socket.emit("watch", what(), heard || (() => {}));
  };
  const line = hoolLine({
    ask: watch,
    state: (name) => {
      $("conn").className = name === "ok" ? "conn ok" : "conn trying";
      if (name === "ok") $("lost").hidden = true;
      if (name !== "lost") return;  // a short break is not worth a word
      $("lost").hidden = false;
      $("aloud").textContent = $("lost").textContent;
    },
  });
  const { socket } = line;
  // The room was deleted, or this device may not look any more: the page says so, unless it is on its way already.
  socket.on("gone", () => setTimeout(() => location.reload(), 3000));
  socket.on("view", (view) => { if (view.what !== "open" || view.table === what().table) show(view.html); });

  // ---------- an action that did not arrive ----------

  const refuse = (words) => {
    const line = $("told"), text = document.createElement("span");
    text.textContent = words;
    line.replaceChildren($("lost").firstElementChild.cloneNode(true), text);
    line.className = "told no";
  };
  // What was pressed or chosen: the list that looks for news by itself is silent about it.
  const pressed = (source) => source instanceof Element && source.matches("form, a");
  const unsent = (event) => { if (event.detail.ctx && pressed(event.detail.ctx.sourceElement)) refuse($("words").dataset.unsent); };
  document.addEventListener("htmx:error", unsent);
  document.addEventListener("htmx:before:response", (event) => {
    const { response, sourceElement } = event.detail.ctx;
    if (response.status < 400) return;
    event.preventDefault();  // a page of an error has no desk: keep this one
    if (pressed(sourceElement)) refuse($("words").dataset.failed);
  });

  // A double click is one press: the second one would do it again, or hit what has come up in its place.
  document.addEventListener("click", (event) => {
    if (event.detail < 2 || !event.target.closest("form[method=post] button")) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);

  // There is one box for messages: who is to read it comes from what was pressed. Behind each link is a page as well.
  document.addEventListener("click", (event) => {
    const opener = event.target.closest && event.target.closest("[data-message]"), box = $("message-box");
    if (!opener || !box || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const to = box.querySelector("[name=to]");
    if (![...to.options].some((option) => option.value === opener.dataset.message)) return;
    event.preventDefault();
    to.value = opener.dataset.message;
    box.showPopover();
  });

  // A choice that holds at once: its form is sent as soon as something in it is changed.
  document.addEventListener("change", (event) => {
    const form = event.target.closest("form[data-at-once]");
    if (form && form.reportValidity()) form.requestSubmit();
  });

  // ---------- after an action ----------

  document.addEventListener("htmx:after:swap", (event) => {
    const form = event.detail.ctx.sourceElement;
    if (form && form.matches && form.matches("form[method=post]")) {
      const chosen = form.querySelector(".pick input:checked") || form.querySelector("input[type=radio]:checked");
      if (!form.matches("[hx-morph-skip]")) form.reset();
      // The button that was pressed may be gone: the keyboard goes on where the person is, or at the sentence.
      const at = document.activeElement;
      if (at === document.body || !at.checkVisibility()) (chosen && chosen.checkVisibility() ? chosen : document.querySelector(".asks button") || $("told")).focus({ preventScroll: true });
      for (const box of all("[popover]")) if (box.matches(":popover-open")) box.hidePopover();
    }
    if (JSON.stringify(what()) !== watched) watch();
    tick();
  });

  // ---------- time, told by the server's clock ----------

  let heated = "", heatTold = "";
  let ahead = 0, told = "", toldAt = 0;  // how far this computer's clock is ahead of the server's, in seconds
  const clock = (age) => {
    const s = Math.max(0, Math.floor(age)), two = (n) => String(n).padStart(2, "0");
    return s < 3600 ? `${Math.floor(s / 60)}:${two(s % 60)}` : `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
  };
  const SCALE = [[0, 3], [30, 35], [120, 70], [300, 97]];  // as in hool/web/desk.py
  const place = (age) => {
    for (let i = 1; i < SCALE.length; i++) {
      const [a0, p0] = SCALE[i - 1], [a1, p1] = SCALE[i];
      if (age <= a1) return p0 + (p1 - p0) * (age - a0) / (a1 - a0);
    }
    return 98;
  };
  const put = (node, text) => { if (node.textContent !== text) node.textContent = text; };
  const tick = () => {
    const rows = $("rows");
    if (!rows) return;
    const now = Date.now() / 1000;
    if (rows.dataset.now !== told) { told = rows.dataset.now; toldAt = now; ahead = now - told; }
    const age = (node) => now - ahead - node.dataset.since;
    for (const node of all("[data-since]")) if (!node.closest(".sky")) put(node, clock(age(node)));
    for (const node of all("[data-left]")) {
      put(node, node.dataset.words.replace("{s}", Math.max(0, Math.round(node.dataset.left - (now - toldAt)))));
    }
    // Dots move to the right as time goes, and keep a little distance.
    const dots = all(".sky [data-since]").sort((a, b) => age(a) - age(b));
    const at = [];
    for (const dot of dots) at.push(Math.max(place(age(dot)), at.length ? at[at.length - 1] + 6 : 0));
    for (let i = at.length - 1, limit = 98; i >= 0; i--) limit = (at[i] = Math.max(2, Math.min(at[i], limit))) - 6;
    dots.forEach((dot, i) => {
      const heat = age(dot) >= 120 ? " hot" : age(dot) >= 30 ? " mid" : "";
      const name = `x${Math.round(at[i] / 2) * 2}${heat}`;
      if (dot.className !== name) dot.className = name;
    });
    // A table that has just become slow or stuck moves up in the list: ask how it stands now.
    const heat = dots.map((dot) => dot.textContent + dot.className.replace(/x\d+/, "")).sort().join();
    if (told !== heatTold) { heatTold = told; heated = heat; }
    if (heat !== heated) { heated = heat; if (socket.connected) watch(); }
    const open = $("watch").dataset.number;
    for (const row of all(".trow")) {
      const here = row.id === "row-" + open && $("watch").dataset.tab === "table";
      if (row.classList.contains("sel") !== here) row.classList.toggle("sel", here);
      if (here) row.querySelector("a").setAttribute("aria-current", "true"); else row.querySelector("a").removeAttribute("aria-current");
    }
  };
  tick();
  setInterval(tick, 1000);
})();
