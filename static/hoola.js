// A hand of Hoola: how the own cards stand, which are picked, and what can be done with them.
//
// live.js loads this where a stage names it (data-script), and tells of every view: "fresh" with what is about to be shown,
// so that it is put in order before it is compared with what is there; "shown" when it is. Nothing here plays a card by
// itself: #pad holds a button for everything the rules allow, and of these those are shown that fit the picked cards.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const SUITS = "SHDC", RANKS = "A23456789TJQK";

  // ---------- what is kept of a hand ----------

  // By whose hand it is. On a device of one student the order outlives a reload; on a shared one nothing is written down,
  // and what is known of a hand is found again only by whoever stands before the curtain.
  const hands = new Map();
  const shared = () => Boolean($("front"));
  const nameOf = (hand) => ["hool-hand-" + document.documentElement.dataset.slug, $("front") ? $("front").dataset.front : "", $("stage").dataset.table, $("stage").dataset.you, hand.dataset.board].join("/");
  const stored = (name) => {
    try { return JSON.parse(sessionStorage.getItem(name)) || {}; } catch { return {}; }
  };
  const store = (name, mine) => {
    if (shared()) return;
    try {
      sessionStorage.setItem(name, JSON.stringify({ sort: mine.sort, groups: mine.groups }));
      sessionStorage.setItem("hool-hand-sort", JSON.stringify({ sort: mine.sort }));
    } catch { /* it holds for this page */ }
  };
  let lastSort = stored("hool-hand-sort").sort || "suit";
  const kept = (hand) => {
    const name = nameOf(hand);
    if (!hands.has(name)) {
      const { sort, groups } = shared() ? {} : stored(name);
      hands.set(name, { name, sort: sort || (shared() ? "suit" : lastSort), groups: groups || [], picked: new Set(), held: null, drawn: new Set() });
    }
    return hands.get(name);
  };
  const now = () => $("c-hand") && kept($("c-hand"));

  // ---------- the order ----------

  const place = { suit: (card) => 20 * SUITS.indexOf(card[1]) + RANKS.indexOf(card[0]), rank: (card) => 20 * RANKS.indexOf(card[0]) + SUITS.indexOf(card[1]) };
  const sorted = (cards, by) => [...cards].sort((a, b) => place[by](a) - place[by](b));
  // Own groups come first, then, if wanted, the melds that are in the other cards, then the rest.
  const ordered = (mine, cards, suggested) => {
    let left = cards;
    const rows = [];
    const out = (group) => {
      rows.push(group);
      left = left.filter((card) => !group.includes(card));
    };
    for (const group of mine.groups) out(group);
    if (mine.sort === "melds") for (const group of suggested) if (group.every((card) => left.includes(card))) out(group);
    return { rows, rest: sorted(left, mine.sort === "rank" ? "rank" : "suit") };
  };

  // ---------- drawing it, in a view that comes or in the page ----------

  const arrange = (root) => {
    const hand = root.querySelector("#c-hand") || $("c-hand");
    if (!hand) return;
    const mine = kept(hand), row = hand.querySelector(".row");
    const items = new Map([...row.children].map((item) => [item.id.slice(3), item]));
    const cards = [...items.keys()];
    if (mine.held && cards.some((card) => !mine.held.includes(card))) mine.drawn = new Set(cards.filter((card) => !mine.held.includes(card)));
    mine.held = cards;
    if (!(root.querySelector("#pad") || $("pad")).querySelector("#playing")) mine.drawn.clear();
    mine.groups = mine.groups.map((group) => group.filter((card) => cards.includes(card))).filter((group) => group.length > 1);
    for (const card of mine.picked) if (!cards.includes(card)) mine.picked.delete(card);
    const suggested = hand.dataset.together.split(",").filter(Boolean).map((one) => one.split(" "));
    const { rows, rest } = ordered(mine, cards, suggested);
    const order = [...rows.flat(), ...rest];
    order.forEach((card, at) => {
      if (row.children[at] !== items.get(card)) row.insertBefore(items.get(card), row.children[at]);
    });
    for (const [card, item] of items) {
      const group = rows.find((one) => one.includes(card));
      item.className = [group && "tied", group && card === group[0] && "first", group && card === group[group.length - 1] && "last", mine.drawn.has(card) && "drawn"].filter(Boolean).join(" ");
      set(item.firstElementChild, "aria-pressed", mine.picked.has(card));
    }
    for (const button of hand.querySelectorAll("[data-sort]")) set(button, "aria-pressed", button.dataset.sort === mine.sort);
    const whole = mine.groups.some((group) => group.length === mine.picked.size && group.every((card) => mine.picked.has(card)));
    hand.querySelector("#put").hidden = mine.picked.size < 2 || whole;
    hand.querySelector("#part").hidden = !whole;
    offer(root, mine);
  };
  const set = (node, name, value) => {
    if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
  };
  const same = (text, picked) => {
    const cards = text.split(" ");
    return cards.length === picked.size && cards.every((card) => picked.has(card));
  };

  // What fits the picked cards: the buttons of the pad, and the melds of the table on which they go.
  const offer = (root, mine) => {
    const pad = root.querySelector("#pad") || $("pad"), picked = mine.picked;
    let fits = 0, go = null;
    for (const each of pad.querySelectorAll("[data-cards]")) {
      each.hidden = !same(each.dataset.cards, picked);
      if (each.hidden) continue;
      fits += 1;
      const button = each.matches("button") ? each : each.querySelector("button");
      if (button && !go) go = button;
    }
    if (go) for (const each of pad.querySelectorAll(".whynot")) each.hidden = true;
    const acting = pad.querySelector("#playing");
    if (acting) for (const button of acting.querySelectorAll("button[data-cards], .discarding button")) button.classList.toggle("go", button === go);
    for (const each of pad.querySelectorAll("[data-none]")) each.hidden = picked.size > 0;
    for (const each of pad.querySelectorAll("[data-some]")) each.hidden = !picked.size;
    for (const each of pad.querySelectorAll("[data-one]")) each.hidden = picked.size !== 1 || fits > 0;
    for (const each of pad.querySelectorAll("[data-else]")) each.hidden = picked.size < 2 || fits > 0;
    const lays = [...pad.querySelectorAll("[data-on]:not([hidden])")];
    for (const meld of root.querySelectorAll("[data-meld]")) {
      const fit = lays.find((each) => each.dataset.on === meld.dataset.meld);
      meld.classList.toggle("fits", Boolean(fit));
      const text = fit ? fit.value : acting && picked.size === 1 ? `lay ${[...picked][0]} on ${meld.dataset.meld}` : "";
      if (text) {  // where it does not fit, the server says why
        set(meld, "name", "act");
        set(meld, "value", text);
      } else {
        meld.removeAttribute("name");
        meld.removeAttribute("value");
      }
    }
  };

  // ---------- the countdown: from what the server said is left, whatever this device's clock says ----------

  let burning = null;
  const burn = () => {
    const fuse = $("fuse");
    if (!fuse) return void (burning = null);
    const left = fuse.dataset.left * 1000, whole = Math.max(fuse.dataset.of * 1000, left);
    if (burning && burning.fuse === fuse && burning.said === fuse.dataset.left) return;
    if (burning) burning.motion.cancel();
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "less";
    const motion = fuse.firstElementChild.animate([{ transform: `scaleX(${left / whole})` }, { transform: "scaleX(0)" }], { duration: left, fill: "forwards", easing: calm ? "steps(5)" : "linear" });
    burning = { fuse, said: fuse.dataset.left, motion };
  };

  // ---------- taps and keys ----------

  let cameAt = 0;  // when the pad became another one

  const again = () => {
    const mine = now();
    if (!mine) return;
    store(mine.name, mine);
    lastSort = mine.sort;
    if ($("why")) $("why").hidden = true;
    arrange(document);
  };
  const inWords = (node) => {
    const copy = node.cloneNode(true);
    for (const card of copy.querySelectorAll("[aria-label]")) card.replaceWith(` ${card.getAttribute("aria-label")} `);
    return copy.textContent.replace(/\s+/g, " ").trim();
  };
  const pick = (mine, card) => {
    if (!mine.picked.delete(card)) mine.picked.add(card);
    again();
    const fit = document.querySelector(".meld.fits");
    if (fit) fit.scrollIntoView({ block: "nearest" });
    const first = $("pad").querySelector("[data-cards]:not([hidden]), [data-else]:not([hidden]), [data-one]:not([hidden])");
    if (first) $("aloud").textContent = inWords(first);
  };
  const say = (text) => {
    $("why").textContent = $("aloud").textContent = text;
    $("why").hidden = false;
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button"), mine = now();
    if (!button || !mine) return;
    if (button.closest("#c-hand")) cameAt = 0;  // whoever is busy with the hand has seen what there is
    if (button.dataset.card) return pick(mine, button.dataset.card);
    if (button.dataset.sort) {
      mine.sort = button.dataset.sort;
      return again();
    }
    if (button.dataset.put) {
      mine.groups = mine.groups.map((group) => group.filter((card) => !mine.picked.has(card)));
      if (button.dataset.put === "on") mine.groups.push(sorted(mine.picked, "suit"));
      const first = [...mine.picked][0];
      mine.picked.clear();
      again();
      return $("c-" + first).focus({ preventScroll: true });
    }
    if (button.dataset.meld && !button.value) say($("meldsbox").dataset.first);
  });
  // The time for a claim ends when it ends: a tap that was meant for "No, thank you" must not draw a card, which nobody can
  // take back. So what has only just come under the finger is not tapped yet.
  const JUST_NOW = 350;
  let panel = "";
  const watchPad = () => {
    const next = $("pad") && $("pad").firstElementChild ? $("pad").firstElementChild.id : "";
    if (next !== panel) cameAt = ["thanks", "drawing", "playing"].includes(panel) ? performance.now() : 0;
    panel = next;
  };
  document.addEventListener("click", (event) => {
    const hit = event.target.closest("#pad button, #stock");
    if (!hit || !event.detail || !cameAt || performance.now() - cameAt > JUST_NOW || !$("c-hand")) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    say($("c-hand").dataset.changed);
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && $("discards")) $("discards").open = false;
    const card = event.target.closest && event.target.closest("#c-hand button.card");
    if (event.key !== "Enter" || !card) return;
    const go = $("pad").querySelector(".btn.go[data-cards]:not([hidden]), .discarding:not([hidden]) .btn.go");
    if (!go) return;
    event.preventDefault();
    go.click();
  });

  // Several cards for one meld, picked together: they go one after another, each when the one before it lies there.
  let chain = null;
  document.addEventListener("click", (event) => {
    const button = event.target.closest("#playing [data-on], .meld.fits"), mine = now();
    chain = button && mine && mine.picked.size > 1 ? { meld: button.dataset.on || button.dataset.meld, turn: $("mine").dataset.turn } : null;
  }, true);
  const goOn = () => {
    if (!chain || $("mine").dataset.turn === chain.turn) return;
    const next = document.querySelector(`#playing [data-on="${chain.meld}"]:not([hidden])`);
    if (next) next.click(); else chain = null;
  };

  document.addEventListener("fresh", ({ detail }) => arrange(detail));
  const shown = () => {
    arrange(document);
    watchPad();
    burn();
    goOn();
    const fresh = document.querySelector("#meldsbox .fresh"), box = $("meldsbox");
    if (fresh && box && fresh.id !== box.dataset.seen) fresh.scrollIntoView({ block: "nearest" });
    if (fresh && box) box.dataset.seen = fresh.id;
  };
  document.addEventListener("shown", shown);
  shown();
})();
