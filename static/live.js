// A student's page and the server: watch, act, and show the views that are pushed.
//
//   to the server    watch {page, slug, table, lesson}       -> views come; ack {ok, code, say, text}
//                    act {table, seat, turn, text}                 -> ack the same; code "done", "no", "already", "stale", "gone"
//                    a tap on [data-hint] is posted to /hint; what the hint says comes back
//                    what stands in [data-post] is posted as the form it is; a sentence comes back, or nothing
//                    curtain {slug, person}                        -> ack the same; on a shared device: this one is before it, 0 nobody
//   from the server  view {what, table, seq, html, hold}     html: root elements with ids, each morphed onto its twin
//                    teacher {say, text}                     the teacher's page is away, or back
//                    gone {reason}                           "out", "closed", "deleted": this page plays no more; "others" use this device now: load it again
//
// There is no state to repair: a view replaces what is there, an older one is ignored, and after every interruption
// the page asks to watch again.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const words = $("words").dataset;
  const page = document.body;
  const { slug, page: home, lesson } = document.documentElement.dataset;  // page "home": alone with a lesson; "pace": lesson is a game's number
  const line = hoolLine({
    ask: (heard) => line.socket.emit("watch", place(), (answer) => {
      heard();
      answered(answer);
    }),
    state: (name) => {
      const back = name === "ok" && !$("conn").classList.contains("ok");
      $("conn").className = name === "ok" ? "conn ok" : "conn trying";
      if (name === "ok") $("lost").hidden = true;
      if (back) send();  // what was on its way when the line broke
      if (name !== "lost") return;
      $("lost").hidden = false;
      speak($("lost").textContent);
    },
  });
  const { socket, check } = line;

  // ---------- speaking ----------

  const speak = (text) => {
    const line = text.replace(/\s+/g, " ").trim();
    const box = $("aloud");
    if (line) box.textContent = line === box.textContent ? line + "\u00a0" : line;  // the same words are spoken again
  };
  let toastEnds;
  const toast = (html, text) => {
    $("toast").innerHTML = html;
    $("toast").hidden = false;
    speak(text || $("toast").textContent);
    clearTimeout(toastEnds);
    toastEnds = setTimeout(() => { $("toast").hidden = true; }, 6000);
  };
  // The reason stands right above the hand, and points at the card it is about.
  const why = (html, button, text) => {
    const box = $("why");
    if (!box) return toast(html, text);
    box.innerHTML = "";
    box.append(icon("no"), Object.assign(document.createElement("span"), { innerHTML: html }));
    box.hidden = false;
    clearMarks();
    if (button && button.classList.contains("card")) {
      button.classList.add("asked");
      button.setAttribute("aria-describedby", "why");
    }
    speak(text || box.textContent);
  };
  const hush = () => {
    clearMarks();
    if ($("why")) $("why").hidden = true;
  };
  // A hint is for one decision. It is asked for in steps: a question first, then as much more as the teacher allows.
  const hint = async (button) => {
    const box = $("hint"), { hint: moment, step } = button.dataset;
    if (!box) return;
    if (!step && !box.hidden && box.dataset.moment === moment) return void (box.hidden = true);  // it is put away
    const form = { moment, step: step || "0", ...(home ? { lesson } : {}) };
    try {
      const answer = await fetch(`/room/${slug}/hint`, { method: "POST", headers: { Accept: "text/plain" }, body: new URLSearchParams(form) });
      const text = await answer.text();
      if (answer.redirected) return location.reload();  // nobody is before the curtain any more
      if (!answer.ok) return toast(escape(text));
      if (!asksFor(moment)) return;
      hush();
      const inside = box.contains(document.activeElement);
      box.dataset.moment = moment;
      box.innerHTML = text;
      box.hidden = false;
      if (inside && $("hint-more")) $("hint-more").focus();
      speak(box.firstElementChild.innerText);
    } catch { toast(words.unsent); }
  };
  const asksFor = (moment) => document.querySelector(`#stage button[data-hint="${moment}"]:not(#hint *)`);
  const oldHint = () => {
    if ($("hint") && !$("hint").hidden && !asksFor($("hint").dataset.moment)) $("hint").hidden = true;
  };
  const clearMarks = () => {
    for (const card of document.querySelectorAll(".card.asked, .card.picked")) {
      card.classList.remove("asked", "picked");
      card.removeAttribute("aria-describedby");
    }
  };
  const icon = (name) => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", "ico");
    svg.setAttribute("aria-hidden", "true");
    svg.append(document.createElementNS(svg.namespaceURI, "use"));
    svg.firstChild.setAttribute("href", "#" + name);
    return svg;
  };

  // ---------- morphing ----------

  // Make `old` equal to `fresh` with as few changes as possible: elements with the same id stay the same node, and so
  // keep focus, ticks, typed text and running animations. Elements whose ids differ are never taken for one another.
  const morph = (old, fresh) => {
    if (old.id === "why" || old.id === "hint" || old.isEqualNode(fresh)) return;  // these are ours: they stay until something happens
    const marks = ["picked", "asked"].filter((mark) => old.classList.contains(mark));  // half-made choices are ours too
    for (const { name, value } of [...fresh.attributes]) {
      if (name !== "open" && old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    for (const { name } of [...old.attributes]) {
      if (name !== "open" && name !== "aria-describedby" && !fresh.hasAttribute(name)) old.removeAttribute(name);
    }
    old.classList.add(...marks);
    const coming = new Set([...fresh.querySelectorAll("[id]")].map((node) => node.id));
    let at = old.firstChild;
    for (const node of [...fresh.childNodes]) {
      while (at && at.id && !coming.has(at.id)) at = drop(at);
      const twin = node.id ? [...old.children].find((child) => child.id === node.id) : at;
      if (!twin || !alike(twin, node)) {
        old.insertBefore(node, at);
      } else {
        if (twin === at) at = at.nextSibling; else old.insertBefore(twin, at);
        if (node.nodeType === 1) morph(twin, node);
        else if (twin.nodeValue !== node.nodeValue) twin.nodeValue = node.nodeValue;
      }
    }
    while (at) at = drop(at);
  };
  const alike = (a, b) => a.nodeName === b.nodeName && (a.id || "") === (b.id || "");
  const drop = (node) => {
    const next = node.nextSibling;
    node.remove();
    return next;
  };

  // ---------- views ----------

  const seen = new Map();  // the newest seq of each part, per table
  let queue = [];
  let heldUntil = 0, heldSeq = Infinity, waker;

  const take = (view) => {
    const part = view.what + "/" + view.table;
    if (view.what === "stage") seen.clear();
    else if (String(view.table) !== $("stage").dataset.table) return;
    if (seen.has(part) && view.seq < seen.get(part)) return;
    seen.set(part, view.seq);
    queue = queue.filter((other) => other.what !== view.what || other.hold || other.table !== view.table);
    queue.push(view);
    if (queue.length > 6) heldUntil = 0;
    drain();
  };
  // A finished trick and turned bids stay for `hold` ms; what belongs to the same moment still comes at once.
  const drain = () => {
    clearTimeout(waker);
    const early = performance.now() < heldUntil && !document.hidden;
    const later = [];
    for (const view of queue.splice(0)) {
      if (early && view.seq > heldSeq) later.push(view);
      else if (later.length) later.push(view);
      else if (!show(view)) continue;
      else if (view.hold && !document.hidden) {
        heldUntil = performance.now() + view.hold;
        heldSeq = view.seq;
        later.push(...queue.splice(0));
        waker = setTimeout(drain, view.hold);
      }
    }
    queue = later;
    if (queue.length && early) waker = setTimeout(drain, heldUntil - performance.now());
  };
  const show = (view) => {
    const focused = document.activeElement;
    const hand = focused && focused.closest(".cards");
    const place = hand && [...hand.querySelectorAll("button.card")].indexOf(focused);
    const before = { moment: moment(), sentence: spoken(), notice: noticed(), scene: $("stage").dataset.scene, front: inFront() };
    const fresh = document.createElement("template");
    fresh.innerHTML = view.html;
    tell("fresh", fresh.content);
    for (const root of [...fresh.content.children]) if ($(root.id)) morph($(root.id), root);
    settle();
    tell("shown");
    if (inFront() !== before.front) {
      forget();
      scrollTo(0, 0);
    }
    if (moment() !== before.moment) hush();
    if (focused && focused !== document.body && !focused.isConnected) refocus(hand && hand.id, place);
    if ($("stage").dataset.scene !== before.scene && enter()) return true;
    const sentence = spoken();
    const notice = noticed().filter((line) => !before.notice.includes(line)).join(" ");
    if (notice) lately = { notice, until: performance.now() + 800 };
    if (notice || (sentence && sentence !== before.sentence)) news([performance.now() < lately.until ? lately.notice : "", sentence].join(" "));
    return true;
  };
  let lately = { until: 0 };  // what was done and whose turn it is come one after the other, and are said together
  const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));  // a game's own script
  // What a reason was about: as soon as this is different, the reason is old.
  const moment = () => {
    const turn = $("mine") && $("mine").dataset.turn, phase = $("shared") && $("shared").dataset.phase;
    const cards = [...document.querySelectorAll("#shared .trick > li")].map((item) => item.id);
    const panel = document.querySelector("#pad > .pad"), ribbon = document.querySelector("#ribbon > span");
    const cloth = Boolean(document.querySelector("#stage .eyesup"));
    return [turn, phase, ...cards, panel && panel.id, ribbon && ribbon.textContent, cloth].join("/");
  };
  // What is said once when it appears: a message of the teacher, and what just happened.
  const noticed = () => [...document.querySelectorAll("#message [data-new], #heard, #void, #notice:not([hidden])")].map((line) => line.innerText);
  const spoken = () => {  // whose turn it is, or who is awaited: one sentence either way
    const line = document.querySelector("#ribbon > span, #tell .waitfor > span, #padname");
    const asks = $("asks");  // a question of the lesson stands beside it
    return [line && line.innerText, asks && asks.innerText].filter(Boolean).join(". ").replace(/([.?!…])\. /g, "$1 ");
  };
  const refocus = (handId, place) => {
    const cards = handId && $(handId) ? [...$(handId).querySelectorAll("button.card")] : [];
    const next = cards[Math.min(place, cards.length - 1)] || $("ribbon") || $("check-said") || document.querySelector("#check-q, #pad button:not([data-hint]), #pad input, #tell, #stage [data-say]");
    if (next) next.focus({ preventScroll: true });
  };
  // Something else of the lesson: its head is heard, and seen without searching.
  const enter = () => {
    const heads = [...document.querySelectorAll("#stage [data-say], #check-said, #check-said + p")];
    if (heads.length) speak(heads.map((head) => head.innerText).join(" "));
    if ($("check-said")) $("check-said").parentNode.scrollIntoView({ block: "nearest" }); else scrollTo(0, 0);
    return heads.length > 0;
  };
  let lastHeading = "", handSeen;
  const news = (sentence) => {
    const trick = document.querySelector("#shared .trick.past .won .card");
    speak([trick ? trick.getAttribute("aria-label") + " " + trick.parentNode.textContent : "", sentence].join(" "));
    sound(document.querySelector(".ribbon.yours") ? "turn" : "card");
  };
  // What hangs on the view as a whole: the page's shape, the pad's words.
  const settle = () => {
    const stage = $("stage"), shared = $("shared");
    if (shared && stage.dataset.phase !== shared.dataset.phase) {
      stage.dataset.phase = shared.dataset.phase;
      page.classList.remove("papers-open");  // the result, or a new board, wants to be seen
    }
    for (const form of document.querySelectorAll("form[data-act]")) compose(form);
    bring(stage.dataset.script);
    oldHint();
    const heading = document.querySelector(".outcome h2");
    const text = heading ? heading.textContent : "";
    if (text && text !== lastHeading) {
      speak(document.querySelector(".outcome").innerText);
      sound(document.querySelector(".bloom.shut") ? "short" : "kept");
    }
    lastHeading = text;
    if (!$("papers")) page.classList.remove("papers-open");
    $("to-papers").hidden = !document.querySelector("#facts h2, #deeds form");
    for (const address of document.querySelectorAll("[data-here]")) address.textContent = `${location.host}/room/${slug}`;
    for (const way of document.querySelectorAll("[data-offer]")) way.hidden = !$("moving") || $("moving").dataset[way.dataset.offer] !== "1";
    const hand = (stage.querySelector("[data-hand]") || stage).dataset.hand;
    if (hand !== undefined && hand !== handSeen && $("raise")) {
      if (handSeen === "1" && hand === "0" && $("raise").classList.contains("on")) toast(words.seen);
      showHand(hand === "1");
      handSeen = hand;
    }
    wake();
  };

  // A game may need more than this: its script is fetched when its first stage comes, for scripts do not run in a morph.
  const bring = (src) => {
    if (src && !document.querySelector(`script[src="${src}"]`)) page.append(Object.assign(document.createElement("script"), { src }));
  };

  // ---------- the pad ----------

  const values = (form) => [...form.querySelectorAll("input:checked")].map((input) => input.value);
  const ORDER = ["C", "D", "H", "S", "NT"];
  const rank = (bid) => bid[0] * 5 + ORDER.indexOf(bid.slice(1));
  const picked = (form, name) => form.querySelector(`[name=${name}]:checked`);

  // The confirm button says the whole sentence, and the pad what it pays, for what is ticked now.
  const compose = (form) => {
    const chosen = values(form);
    const level = picked(form, "level"), denom = picked(form, "denom");
    const floor = form.querySelector("[data-floor]");
    const low = (bid) => Boolean(floor) && rank(bid) <= rank(floor.dataset.floor);
    const bidding = form.querySelector(".unset");
    let ready = chosen.length > 0 && !form.querySelector(".dead > :checked");
    if (bidding) {
      ready = Boolean(level && denom) && !low(level.value + denom.value);
      for (const part of form.querySelectorAll(".unset")) part.hidden = Boolean(level && denom);
      for (const part of form.querySelectorAll(".set")) part.hidden = !(level && denom);
    }
    for (const input of form.querySelectorAll("[name=denom]")) {
      input.parentNode.classList.toggle("dead", Boolean(level) && low(level.value + input.value));
    }
    for (const part of form.querySelectorAll("[data-when]")) part.hidden = part.dataset.when !== (chosen[0] || "");
    if (level && denom) fill(form, level, denom);
    const go = form.querySelector("[type=submit]");
    if (!go) return;  // nothing is higher than 7NT: there is only pass or double
    if (ready) go.removeAttribute("aria-disabled"); else go.setAttribute("aria-disabled", "true");
  };
  const fill = (form, level, denom) => {
    const sums = level.dataset.pays.split(" "), place = 2 * ORDER.indexOf(denom.value);
    const words = { level: level.value, tricks: +level.value + 6, made: sums[place], down: sums[place + 1] };
    for (const slot of form.querySelectorAll("[data-slot]")) {
      if (slot.dataset.slot in words) slot.textContent = words[slot.dataset.slot];
      if (slot.dataset.slot === "name") slot.textContent = " " + denom.nextElementSibling.textContent;
      if (slot.dataset.slot === "denom") {
        slot.setAttribute("class", "tok " + denom.value[0].toLowerCase());
        slot.firstElementChild.setAttribute("href", "#" + denom.value[0]);
      }
    }
  };
  document.addEventListener("change", (event) => {
    const form = event.target.closest("form[data-act]");
    if (!form) return;
    hush();
    compose(form);
  });

  // ---------- acting ----------

  let pending = null;  // one choice is on its way at a time; a lost answer is asked for again with the same turn
  const act = (text, button) => {
    const mine = $("mine"), stage = $("stage");
    heldUntil = 0;
    drain();
    $("toast").hidden = true;
    pending = { table: +stage.dataset.table, seat: stage.dataset.you, turn: +((mine && mine.dataset.turn) || 0), text, button, tries: 0 };
    send();
  };
  const send = () => {
    const mine = pending;
    if (!mine) return;
    if (!socket.connected) return why(words.trying, null);
    socket.timeout(4000).emit("act", { table: mine.table, seat: mine.seat, turn: mine.turn, text: mine.text }, (late, answer) => {
      if (mine !== pending) return;
      if (late) {
        if (++mine.tries < 4) send();
        return check();
      }
      pending = null;
      if (answer.code === "done") hush();
      if (answer.code === "done" || answer.say) closePapers();
      if (answer.code === "stale") {
        if (answer.say) toast(answer.say, answer.text);
        watch();  // the fresh view would take a reason away
      } else if (answer.say) why(answer.say, mine.button && mine.button.isConnected ? mine.button : null, answer.text);
    });
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.opens === "papers") return openPapers();
    if (button.dataset.closes === "papers") return closePapers();
    if (button.dataset.quiz) return quiz(button.dataset.quiz);
    if (button.dataset.hint) return hint(button);
    if (button.dataset.curtain) return curtain(+button.dataset.curtain);
    if ("putaway" in button.dataset) {
      $("hint").hidden = true;
      return $("ribbon").focus({ preventScroll: true });
    }
    if (button.id === "raise") return raise(button);
    if ("again" in button.dataset) return location.reload();
    if (button.dataset.sheet) return openSheet(button.dataset.sheet);
    if ("watch" in button.dataset) return watch();
    if (button.name !== "act" || !button.closest("#stage")) return;
    event.preventDefault();
    wake();
    const first = button.classList.contains("card") && document.documentElement.dataset.tap === "two";
    if (first && !button.classList.contains("picked") && !button.classList.contains("off")) {
      hush();
      button.classList.add("picked");
      speak(button.getAttribute("aria-label") + ". " + words.twice);
      return;
    }
    if (button.title) why(escape(button.title), button);  // at once; the server's own sentence follows
    act(button.value, button);
  });
  const escape = (text) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.closest("[data-post]")) {
      event.preventDefault();
      return post(form, event.submitter);
    }
    if (!form.dataset.act) return;
    event.preventDefault();
    const ticked = values(form);
    if (form.querySelector(".unset") ? ticked.length < 2 : !ticked.length) return missing(form, ticked.length);
    wake();
    act(form.dataset.act + " " + ticked.join(""), null);
  });

  // A button that waits for a choice says what to tap first.
  const missing = (form, some) => {
    const next = some ? picked(form, "level") ? form.dataset.denom : form.dataset.level : form.dataset.first;
    if (form.closest(".papers")) toast(escape(next)); else why(escape(next), null);
  };

  // ---------- one device for several: the curtain ----------

  // A hand is gone from the page as soon as its owner says so, whatever the line does; the server is told when it can be.
  const curtain = (person) => {
    heldUntil = 0;
    drain();
    if (person) wake();
    else cover();
    socket.emit("curtain", { slug, person }, (answer) => { if (answer && answer.say) toast(answer.say, answer.text); });
    if (person && !socket.connected) toast(words.trying);
  };
  const cover = () => {
    queue = [];
    forget();
    for (const id of ["mine", "pad", "deeds"]) if ($(id)) $(id).replaceChildren();
  };
  // What was said to the one before the curtain is not for the next.
  const forget = () => {
    $("toast").hidden = true;
    $("toast").textContent = $("aloud").textContent = $("sheet-inside").textContent = "";
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  };
  const inFront = () => $("front") ? $("front").dataset.front : "0";

  // ---------- what is no act at the table, such as a note card: answered with a sentence or `data-done` ----------

  const post = async (form, button) => {
    if (form.getAttribute("aria-busy")) return;
    const data = new URLSearchParams(new FormData(form));
    if (button && button.name) data.append(button.name, button.value);
    form.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(form.dataset.post || form.getAttribute("action"), { method: "POST", headers: { Accept: "text/plain" }, body: data });
      const text = answer.status === 204 ? form.dataset.done : await answer.text();
      // A whole page instead of a sentence: this one is of no use any more.
      if (answer.status !== 204 && !(answer.headers.get("Content-Type") || "").startsWith("text/plain")) return location.reload();
      if (form.closest("dialog")) form.closest("dialog").close();
      if (answer.ok && form.closest("details")) form.closest("details").open = false;
      const field = document.activeElement;
      if (answer.ok && form.contains(field) && field.matches("textarea, input:not([type=radio], [type=checkbox])")) field.blur();
      if (text) toast(escape(text));
    } catch { toast(words.unsent); } finally { form.removeAttribute("aria-busy"); }
  };
  const openSheet = async (address) => {
    try {
      const answer = await fetch(address);
      if (answer.redirected || !answer.ok) return location.reload();
      $("sheet-inside").innerHTML = await answer.text();
      if ($("more").open) $("more").close();
      $("sheet").showModal();
    } catch { toast(words.unsent); }
  };

  // ---------- hand up, and the trick to solve in the lobby ----------

  const raise = async (button) => {
    const up = button.getAttribute("aria-pressed") !== "true";
    try {
      const answer = await fetch(`/room/${slug}/hand`, {
        method: "POST", headers: { Accept: "text/plain" }, body: new URLSearchParams({ up: up ? "1" : "0" }),
      });
      if (!answer.ok) return toast(escape(await answer.text()));
    } catch { return toast(words.trying); }
    showHand(up);
    if (up) toast(words.up);
  };
  const showHand = (up) => {
    $("raise").setAttribute("aria-pressed", String(up));
    $("raise").classList.toggle("on", up);
  };
  const quiz = (answer) => {
    if (answer !== "next") {
      page.dataset.quizsaid = answer;
      return speak(document.querySelector(".said-" + answer).textContent);
    }
    delete page.dataset.quizsaid;
    page.dataset.quiz = String((+(page.dataset.quiz || 0) + 1) % document.querySelectorAll(".quiz").length);
  };

  // ---------- keys, sheets ----------

  // How to play grows with the lessons, so it is asked for when it is opened.
  document.addEventListener("toggle", async ({ target }) => {
    if (!target.open || !target.dataset.from) return;
    try {
      const answer = await fetch(target.dataset.from);
      if (answer.ok) target.lastElementChild.innerHTML = await answer.text();
    } catch { target.lastElementChild.textContent = words.trying; }
  }, true);

  const openPapers = () => {
    if ($("more").open) $("more").close();
    if (!$("papers")) return;
    page.classList.add("papers-open");
    $("papers").focus();
  };
  const closePapers = () => {
    if (!page.classList.contains("papers-open")) return;
    page.classList.remove("papers-open");
    const opener = document.querySelector("#stage [data-opens=papers]") || $("ribbon");
    if (opener) opener.focus();
  };
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && page.classList.contains("papers-open")) return closePapers();
    if (event.key === "Escape" && $("hint")) $("hint").hidden = true;
    if (event.key === "Escape") return hush();
    if (/^\d$/.test(event.key)) return digit(event);
    const hand = event.target.closest && event.target.closest(".cards");
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: "up", ArrowDown: "down", Home: "first", End: "last" }[event.key];
    if (!hand || !step) return;
    const rows = [...hand.querySelectorAll(".row")].map((row) => [...row.querySelectorAll("button.card")]);
    const all = rows.flat(), at = all.indexOf(event.target);
    if (at < 0) return;
    event.preventDefault();
    let next = all[at + step];
    if (step === "first") next = all[0];
    if (step === "last") next = all[all.length - 1];
    if (step === "up" || step === "down") {
      const row = rows.find((cards) => cards.includes(event.target));
      const other = rows[rows.indexOf(row) + (step === "up" ? -1 : 1)];
      next = other && other[Math.min(row.indexOf(event.target), other.length - 1)];
    }
    if (next) next.focus();
  });

  // A number of tricks can be typed; of two digits soon after each other the second makes one number with the first.
  let typed = "", typedAt = 0;
  const digit = ({ key, target, ctrlKey, metaKey, altKey, timeStamp }) => {
    const form = document.querySelector("#pad [data-digits]");
    if (!form || ctrlKey || metaKey || altKey || target.matches("input:not([type=radio]), textarea, select, dialog *")) return;
    const both = timeStamp - typedAt < 1200 ? typed + key : key;
    const input = form.querySelector(`[value="${both}"]`) || form.querySelector(`[value="${key}"]`);
    if (!input) return;
    [typed, typedAt] = [input.value, timeStamp];
    input.checked = true;
    input.focus();
    input.dispatchEvent(new Event("change", { bubbles: true }));
  };

  // ---------- the line, sleep and waking ----------

  const place = () => ({ page: home || "play", slug, table: +$("stage").dataset.table, lesson: +lesson });
  const answered = (answer) => { if (answer && answer.code === "gone") location.assign("/room/" + slug + (home ? home === "pace" ? "/games" : "/home" : "")); };
  const watch = () => socket.emit("watch", place(), answered);
  let ended = false;
  const end = (reason) => {
    ended = true;
    line.end();
    if ($("front")) cover();
    for (const node of document.querySelectorAll("#stage, #bar, #lost, .toast, #message, #moving")) node.hidden = true;
    if ($("more").open) $("more").close();
    $("gone-" + reason).hidden = false;
    if (reason === "closed") setInterval(reopened, 5000);
    speak($("gone-" + reason).textContent);
  };
  const reopened = async () => {  // the teacher may open a closed room again: then this page goes on by itself
    if (document.hidden) return;
    try {
      if ((await fetch(`/room/${slug}/open`)).status === 204) location.reload();
    } catch { /* no network now: asked again */ }
  };
  socket.on("view", take);
  socket.on("teacher", ({ say, text }) => toast(say, text));
  socket.on("gone", ({ reason }) => { if (reason === "others") location.reload(); else end(reason); });
  // A second page of the same student in this browser: the newest one plays.
  if (window.BroadcastChannel) {
    const pages = new BroadcastChannel(["hool", slug, ...(home ? [home, lesson] : [])].join("/"));
    pages.onmessage = () => { if (!ended) end("tab"); };
    pages.postMessage("here");
  }
  document.addEventListener("visibilitychange", () => {
    if (document.hidden && inFront() !== "0") curtain(0);  // whoever wakes the tablet may be another one
    wake();
  });
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    if ($("front")) curtain(0); else location.reload();  // whoever was here may have left this device
  });
  addEventListener("pagehide", (event) => { if (event.persisted) $("stage").hidden = true; });

  // The screen stays awake while a hand is in play. The lock ends whenever the page is hidden, and is asked for again on
  // every return; failing is harmless.
  let lock = null, asking = false;
  const wake = async () => {
    const plays = ["choose", "play"].includes($("stage").dataset.phase);
    if (!plays && lock) lock.release();
    if (!plays) lock = null;
    if (!plays || document.hidden || asking || (lock && !lock.released) || !navigator.wakeLock) return;
    asking = true;
    try { lock = await navigator.wakeLock.request("screen"); } catch { lock = null; }
    asking = false;
  };

  // ---------- sounds: off until switched on, and every one has a visible twin ----------

  let ear;
  const NOTES = { turn: [[330, 0], [440, .14]], card: [[180, 0]], kept: [[392, 0], [494, .14], [587, .28]], short: [[196, 0]] };
  const sound = (name) => {
    if (document.documentElement.dataset.sound !== "on" || document.hidden) return;
    ear = ear || new AudioContext();
    for (const [pitch, after] of NOTES[name]) {
      const tone = ear.createOscillator(), volume = ear.createGain(), start = ear.currentTime + after;
      tone.type = "triangle";
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(.12, start);
      volume.gain.exponentialRampToValueAtTime(.001, start + .22);
      tone.connect(volume).connect(ear.destination);
      tone.start(start);
      tone.stop(start + .25);
    }
  };

  settle();
})();
