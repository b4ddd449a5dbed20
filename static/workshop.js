// The lesson workshop. The form works without this, by reloading; with it the preview follows the typing, mistakes are
// marked in the text and can be jumped to, and buttons change the page without leaving it.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const form = $("desk"), text = $("text"), lines = $("lines"), words = $("words").dataset;
  const own = form.dataset.own === "1";

  // ---------- line numbers, and lines with a mistake ----------

  const shown = [];  // the lines as they stand behind the text
  const number = () => {
    const now = text.value.split("\n");
    while (shown.length > now.length) { shown.pop(); lines.lastElementChild.remove(); }
    now.forEach((line, i) => {
      if (shown[i] === line) return;
      if (i >= shown.length) lines.append(document.createElement("div"));
      lines.children[i].textContent = shown[i] = line;
    });
    lines.scrollTop = text.scrollTop;
  };
  const mark = () => {
    const bad = new Set([...document.querySelectorAll(".ws-mistakes [data-line]")].map((button) => +button.dataset.line));
    [...lines.children].forEach((line, i) => line.classList.toggle("bad", bad.has(i + 1)));
  };
  $("paper").classList.add("numbered");
  number();
  mark();
  text.addEventListener("scroll", () => { lines.scrollTop = text.scrollTop; });
  addEventListener("resize", () => { lines.scrollTop = text.scrollTop; });

  const jump = (line) => {
    const all = text.value.split("\n"), at = Math.min(Math.max(line, 1), all.length) - 1;
    const start = all.slice(0, at).reduce((sum, each) => sum + each.length + 1, 0);
    text.focus({ preventScroll: true });
    text.setSelectionRange(start, start + all[at].length);
    text.scrollTop = lines.children[at].offsetTop - text.clientHeight / 3;
    lines.scrollTop = text.scrollTop;
    text.scrollIntoView({ block: "nearest" });
  };

  // ---------- saved or not ----------

  let kept = form.dataset.kept === "1" ? text.value : null;  // the text as the room has it; null: something else
  const changed = () => own && text.value !== kept;
  const state = () => {
    const now = changed() ? "0" : "1";
    if (form.dataset.kept !== now) form.dataset.kept = now;
  };
  addEventListener("beforeunload", (event) => { if (changed()) event.preventDefault(); });

  // ---------- the preview follows the typing ----------

  const put = (id, fresh) => {  // the part with this id of a page or fragment takes the place of ours
    const here = $(id), there = fresh.getElementById ? fresh.getElementById(id) : fresh.querySelector("#" + id);
    if (!here || !there) return;
    const open = [...here.querySelectorAll("details")].map((each) => [each.id, each.open]);
    const focus = here.contains(document.activeElement) ? document.activeElement.id : "";
    here.replaceWith(document.adoptNode(there));
    for (const [name, is] of open) if ($(name)) $(name).open = is;
    if (focus && $(focus)) $(focus).focus({ preventScroll: true });
  };
  let count = +$("live").dataset.count;
  const after = () => {  // the mistakes have been counted anew
    const now = +$("live").dataset.count;
    $("number").textContent = now;
    $("number").hidden = !now;
    if (now !== count) $("aloud").textContent = now ? words.wrong.replace("{n}", now) : words.fine;
    count = now;
    const title = $("live").dataset.title;
    if (title) $("title").firstElementChild.textContent = title;
    mark();
  };

  let timer = 0, turn = 0;
  const preview = async () => {
    const mine = ++turn, body = new FormData();
    body.append("text", text.value);
    try {
      const answer = await fetch(form.dataset.preview, { method: "POST", body });
      if (!answer.ok) throw new Error(answer.status);
      const fresh = document.createElement("template");
      fresh.innerHTML = await answer.text();
      if (mine !== turn) return;  // a later one is on its way
      const pane = $("pane-preview"), top = pane.scrollTop;
      put("live", fresh.content);
      pane.scrollTop = top;
      after();
    } catch {
      if (mine === turn) timer = setTimeout(preview, 3000);  // the line may come back
    }
  };
  const typed = () => {
    number();
    state();
    if ($("told").firstElementChild) $("told").replaceChildren();  // it was about the text before
    $("told").className = "told";
    clearTimeout(timer);
    timer = setTimeout(preview, 500);
  };
  text.addEventListener("input", typed);

  // ---------- the text, changed by a button: it can be undone as if it were typed ----------

  const replace = (from, to, by) => {
    text.focus({ preventScroll: true });
    text.setSelectionRange(from, to);
    if (!document.execCommand(by ? "insertText" : "delete", false, by)) text.setRangeText(by, from, to, "end");
  };
  const become = (fresh) => {
    const old = text.value;
    if (old === fresh) return;
    let from = 0, end = 0;
    while (from < Math.min(old.length, fresh.length) && old[from] === fresh[from]) from++;
    while (end < Math.min(old.length, fresh.length) - from && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end++;
    replace(from, old.length - end, fresh.slice(from, fresh.length - end));
    if (text.value !== fresh) text.value = fresh;
    number();
  };

  // ---------- buttons ----------

  const say = (what, good) => {
    const line = $("told"), span = document.createElement("span");
    span.textContent = what;
    line.replaceChildren(span);
    line.className = good ? "told" : "told no";
  };
  let busy = false;
  const press = async (button) => {  // true if it was done
    if (busy) return false;
    busy = true;
    clearTimeout(timer);
    turn++;
    const body = new FormData(form);
    body.append("do", button.value);
    text.readOnly = true;
    try {
      const answer = await fetch(form.action, { method: "POST", body });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (!page.getElementById("live")) {
        const sentence = page.querySelector(".paperscreen p:not([aria-hidden])");
        say(sentence ? sentence.textContent : words.failed, false);
        return false;
      }
      text.readOnly = false;
      const desk = page.getElementById("desk");
      become(page.getElementById("text").value);
      if (desk.dataset.kept === "1") kept = text.value;
      $("seen").value = page.getElementById("seen").value;
      const pane = $("pane-preview"), top = pane.scrollTop;
      for (const part of ["live", "adding", "told", "helping"]) put(part, page);
      pane.scrollTop = top;
      after();
      hands();
      state();
      if (+desk.dataset.line) jump(+desk.dataset.line);
      else if (button.value === "deal") (document.querySelector("#adding .ws-report") || ($("stop") ? $("seeking") : $("add-one"))).scrollIntoView({ block: "nearest" });
      else if (document.activeElement === document.body) $("told").focus({ preventScroll: true });
      soon();
      return !$("told").matches(".no");
    } catch {
      say(words.unsent, false);
      return false;
    } finally {
      text.readOnly = !own;
      busy = false;
    }
  };
  let again = 0;
  const soon = () => { clearTimeout(again); again = setTimeout(seek, 1000); };
  const seek = async () => {  // a search goes on while it is looked at; the text and the fields stay as they are
    if (!$("look")) return;
    if (busy) return soon();
    const body = new FormData(form), looked = $("look");
    body.append("do", "look");
    try {
      const answer = await fetch(form.action, { method: "POST", body });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if ($("look") !== looked) return;  // it was stopped meanwhile
      if (page.getElementById("look")) put("seeking", page);
      else {
        for (const part of ["adding", "told"]) put(part, page);
        (document.querySelector("#adding .ws-report") || $("add-one")).scrollIntoView({ block: "nearest" });
      }
      hands();
    } catch { /* no connection: the next look may be luckier */ }
    soon();
  };
  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!own || (button && button.hasAttribute("formaction"))) return;
    event.preventDefault();
    press(button || $("save"));
  });
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("#live a");
    if (link) Object.assign(link, { target: "_blank", rel: "noopener" });  // the text stays open
    const to = event.target.closest("[data-line].ws-jump");
    if (to) jump(+to.dataset.line);
    const piece = event.target.closest("[data-insert]");
    if (piece) {  // on lines of its own, behind the line in which the text was left
      const end = text.value.indexOf("\n", text.selectionEnd), at = end < 0 ? text.value.length : end;
      replace(at, at, "\n\n" + piece.dataset.insert + "\n");
      jump(text.value.slice(0, at).split("\n").length + 2);
      typed();
    }
    const file = event.target.closest("#download");
    if (file && changed()) {  // what is downloaded is what the room has: so it gets this text first
      event.preventDefault();
      if (await press($("save"))) location.assign(file.href);
    }
  });
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "s" && own) {
      event.preventDefault();
      press($("save"));
    }
    // Enter in a small field presses the button that belongs to it.
    const inside = event.key === "Enter" && event.target.matches("#adding input:not([type=file])");
    if (inside) {
      event.preventDefault();
      press(event.target.closest("[data-way=deal]") ? $("find") || $("stop") : $("add-one"));
    }
  });

  // ---------- typed hands: how many cards, and the fourth hand as it will be ----------

  const RANKS = "AKQJT98765432";
  const hands = () => {
    const grid = document.querySelector(".ws-grid.typing");
    if (!grid) return;
    const size = +grid.dataset.size, pack = grid.dataset.pack.split(" "), held = new Set(), rows = [...grid.querySelectorAll("[data-hand]")];
    const counts = rows.map((row) => {
      const cards = [...row.querySelectorAll("input")].flatMap((input) => {
        const ranks = input.value.toUpperCase().replace(/10/g, "T");
        return [...ranks].filter((rank) => RANKS.includes(rank)).map((rank) => rank + input.name.slice(-1));
      });
      for (const card of cards) held.add(card);
      const cell = row.querySelector(".ws-count");
      cell.textContent = cards.length ? words.count.replace("{n}", cards.length).replace("{all}", size) : "";
      cell.className = "ws-count" + (cards.length === size ? " full" : cards.length > size ? " over" : "");
      return cards.length;
    });
    const silent = counts.filter((count) => !count).length === 1 && counts.filter((count) => count === size).length === 3 ? counts.indexOf(0) : -1;
    rows.forEach((row, i) => {
      for (const input of row.querySelectorAll("input")) {
        const rest = pack.filter((card) => !held.has(card) && card[1] === input.name.slice(-1)).map((card) => card[0]).join("");
        input.placeholder = i === silent ? rest || "–" : "";
      }
    });
  };
  document.addEventListener("input", (event) => { if (event.target.matches(".cards-in")) hands(); });
  document.addEventListener("paste", (event) => {  // a whole hand, written with dots, goes into its four fields
    const row = event.target.matches(".cards-in") && event.target.closest("[data-hand]");
    const suits = row ? event.clipboardData.getData("text").trim().split(".") : [];
    if (suits.length !== 4) return;
    event.preventDefault();
    for (const input of row.querySelectorAll("input")) input.value = suits["SHDC".indexOf(input.name.slice(-1))];
    hands();
  });
  hands();
  state();
  seek();
  if (+form.dataset.line) jump(+form.dataset.line);
})();
