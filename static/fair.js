// Checks the cards of a board on this device: from its secret to its seal and its cards, by the rule in
// hool/rules/shuffle.py. Nothing is asked of the server. SHA-256 is written out, as browsers offer theirs to https only.
(() => {
  "use strict";
  const K = new Uint32Array([
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
  ]);
  const turn = (word, by) => (word >>> by) | (word << (32 - by));

  // The eight 32-bit numbers of the SHA-256 of a text.
  const sha256 = (text) => {
    const bytes = new TextEncoder().encode(text);
    const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    const data = new DataView(padded.buffer);
    data.setUint32(padded.length - 4, bytes.length * 8);
    const hash = new Uint32Array([
      0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
    ]);
    const w = new Uint32Array(64);
    for (let at = 0; at < padded.length; at += 64) {
      for (let i = 0; i < 64; i++) {
        if (i < 16) { w[i] = data.getUint32(at + 4 * i); continue; }
        const x = w[i - 15], y = w[i - 2];
        w[i] = w[i - 16] + w[i - 7] + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
      }
      let [a, b, c, d, e, f, g, h] = hash;
      for (let i = 0; i < 64; i++) {
        const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
        const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
      }
      [a, b, c, d, e, f, g, h].forEach((word, i) => { hash[i] += word; });
    }
    return [...hash];
  };
  const hex = (words) => words.map((word) => word.toString(16).padStart(8, "0")).join("");

  // Points 3 and 4 of the rule: a stream of numbers from the secret.
  const chance = (secret) => {
    let block = 0, left = [];
    const next = () => {
      if (!left.length) left = sha256(`${secret}:${block++}`);
      return left.shift();
    };
    return (n) => {
      const usable = 2 ** 32 - 2 ** 32 % n;
      for (;;) {
        const number = next();
        if (number < usable) return number % n;
      }
    };
  };
  // Point 5.
  const shuffle = (cards, below) => {
    for (let i = cards.length - 1; i > 0; i--) {
      const j = below(i + 1);
      [cards[i], cards[j]] = [cards[j], cards[i]];
    }
  };

  // Cards are written rank and suit: AS, TD, 11H; the joker is X*.
  const SUITS = [..."SHDC"], JOKER = "X*";
  const HIGH = ["A", "K", "Q", "J"], LOW = [..."T98765432"];
  const suited = (suits, ranks) => suits.flatMap((suit) => ranks.map((rank) => rank + suit));
  const FULL = suited(SUITS, [...HIGH, ...LOW]);
  const LONG = SUITS.flatMap((s) => suited([s], [...HIGH, ..."HD".includes(s) ? ["13"] : [], "12", "11", ...LOW]));
  const PACKS = {
    "full": FULL,
    "one suit": suited(["H"], [...HIGH, ...LOW.slice(0, -1)]),
    "two suits": suited(["S", "H"], [...HIGH, ...LOW.slice(0, -1)]),
    "pack52": FULL,
    "std52": FULL,
    "double104": [...FULL, ...FULL],
    "five62": LONG,
    "five63": [...LONG, JOKER],
  };
  const place = new Map(PACKS.five63.map((card, i) => [card, i]));
  const inOrder = (hand) => [...hand].sort((a, b) => place.get(a) - place.get(b));
  const written = (hand) => SUITS.map((suit) => inOrder(hand).filter((card) => card.endsWith(suit))
    .map((card) => card.slice(0, -1)).join("")).join(".") + (hand.includes(JOKER) ? ".X" : "");

  // Points 6 to 12: {pack: as it was dealt, hands: by seat, rest, turned: a card or "", owner: of each place}.
  const deal = (board) => {
    const cards = [...PACKS[board.pack]], below = chance(board.secret);
    shuffle(cards, below);
    const found = DEALS[board.game](board, cards, below);
    const hands = Array.from({ length: board.seats }, (_none, s) =>
      inOrder(cards.filter((_card, i) => found.owner[i] === s)));
    return { pack: cards, hands, ...found };
  };
  const DEALS = {
    hool: ({ seats, size, turned }, cards) =>
      ({ owner: cards.map((_card, i) => (Math.floor(i / size) + turned) % seats), rest: [], turned: "" }),
    oh_hell: (board, cards, below) => {
      const { seats, size } = board, dealt = seats * size;
      const top = (from) => (board.joker === "next" && from[0] === JOKER && from.length > 1 ? from[1] : from[0]);
      let turned = "";
      if (board.trump && dealt === cards.length && board.no_stock === "random_flip") {
        turned = top(cards);
        shuffle(cards, below);
      }
      const owner = cards.map((_card, i) => (i < dealt ? (board.dealer + 1 + i) % seats : null));
      const rest = cards.slice(dealt);
      if (board.trump && rest.length) turned = top(rest);
      else if (board.trump && board.no_stock === "dealer_last") turned = cards[dealt - 1];
      return { owner, rest, turned };
    },
    hoola: ({ seats, size, dealer, direction }, cards) => {
      const step = direction === "clockwise" ? 1 : seats - 1, dealt = seats * size;
      const owner = cards.map((_card, i) => (i < dealt ? (dealer + step * (1 + i)) % seats : null));
      return { owner, rest: cards.slice(dealt), turned: cards[dealt] };
    },
  };

  // -- the page ------------------------------------------------------------------------------------------------

  const form = document.getElementById("fair-check"), out = document.getElementById("fair-found");
  if (!form) return;  // the secret is not told yet
  const words = Object.fromEntries([...document.querySelectorAll("#fair-words [data-word]")]
    .map((each) => [each.dataset.word, each.textContent]));
  const say = (word, values = {}) => words[word].replace(/\{(\w+)\}/g, (_all, name) => values[name]);
  const names = JSON.parse(form.dataset.names), compass = JSON.parse(form.dataset.compass);
  const field = (name) => form.elements[name].value.trim();

  const make = (tag, css, ...inside) => {
    const element = document.createElement(tag);
    if (css) element.className = css;
    element.append(...inside);
    return element;
  };
  const drawing = (id, css) => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    svg.setAttribute("class", css);
    svg.setAttribute("aria-hidden", "true");
    use.setAttribute("href", `#${id}`);
    svg.append(use);
    return svg;
  };
  const rank = (card) => (card === JOKER ? say("joker") : card.slice(0, -1).replace("T", "10"));
  const chip = (card) => {
    const suit = card.slice(-1), made = make("span", "chip");
    if (card !== JOKER) made.append(drawing(suit, `tok ${suit.toLowerCase()}`), make("span", "vh", say(suit), " "));
    made.append(make("b", "", rank(card)));
    return made;
  };
  const slip = (cards) => {
    const list = make("ul", "slip");
    for (const suit of SUITS) {
      const own = cards.filter((card) => card.endsWith(suit));
      const line = make("li", "", drawing(suit, `tok ${suit.toLowerCase()}`), make("span", "vh", say(suit)));
      line.append(...own.length ? own.map((card) => make("b", "", rank(card))) : [make("span", "none", "–")]);
      list.append(line);
    }
    if (cards.includes(JOKER)) list.append(make("li", "", make("b", "", say("joker"))));
    return list;
  };
  const seat = (board, n) => {
    const name = names[n];
    const called = board.game === "hool" ? compass[n] : say("player", { n: n + 1 });
    return name ? `${called} · ${name}` : called;
  };
  const verdict = (fits, text, ...more) => make("p", fits === null ? "open" : fits ? "fits" : "not",
    drawing({ true: "check", false: "no", null: "eye" }[fits], "ico"), make("span", "", text, ...more));

  // What the form holds, or a sentence about what is wrong with it and the name of the field.
  const read = () => {
    const secret = field("secret").toLowerCase(), seal = field("seal").toLowerCase().replace(/\s/g, "");
    const odd = [...secret].findIndex((sign) => !/[0-9a-f]/.test(sign));
    if (odd >= 0) throw ["secret", say("odd-secret", { n: odd + 1, sign: secret[odd] })];
    if (secret.length !== 64) throw ["secret", say("long-secret", { n: secret.length })];
    if (/[^0-9a-f]/.test(seal) || (seal && (seal.length < 8 || seal.length > 64))) throw ["seal", say("bad-seal")];
    const game = field("game"), pack = field("pack"), seats = game === "hool" ? 4 : Number(field("seats"));
    const [least, many] = PLAYERS[game], most = Math.floor(PACKS[pack].length / seats);
    if (seats < least || seats > many) throw ["seats", say("bad-players", { least, most: many })];
    const size = game === "oh_hell" ? Number(field("size")) : game === "hoola" ? 7 : most;
    if (!(Number.isInteger(size) && size >= 1 && size <= most)) throw ["size", say("bad-size", { seats, most })];
    const dealer = Number(field("dealer"));
    if (game !== "hool" && dealer >= seats) throw ["dealer", say("bad-dealer", { seats })];
    return {
      secret, seal, game, pack, seats, size, dealer, turned: Number(field("turned")),
      trump: field("trump"), no_stock: field("no_stock"), joker: field("joker"), direction: field("direction"),
      deal: field("deal"),
    };
  };
  const PLAYERS = { hool: [4, 4], oh_hell: [3, 10], hoola: [2, 5] };

  // Whether the cards of the board are those that came out: null where none were given.
  const compare = (board, found) => {
    if (!board.deal) return [];
    const [before, turned = ""] = board.deal.split(" turned ");
    const [hands, rest = ""] = before.split("|");
    const given = hands.trim().split(/\s+/);
    if (given.length !== board.seats) return [verdict(false, say("other-players", { n: given.length }))];
    const wrong = found.hands.findIndex((hand, n) => written(hand) !== given[n]);
    if (wrong >= 0) return [verdict(false, say("other-hand", { who: seat(board, wrong) }))];
    if (rest.trim().split(/\s+/).join(" ") !== found.rest.join(" ")) return [verdict(false, say("other-rest"))];
    if (turned.trim() !== found.turned) return [verdict(false, say("other-turned"))];
    return [verdict(true, say("same-cards"))];
  };

  const check = () => {
    for (const each of form.elements) each.removeAttribute("aria-invalid");
    let board;
    try {
      board = read();
    } catch (problem) {
      if (!Array.isArray(problem)) throw problem;
      const [name, text] = problem;
      form.elements[name].setAttribute("aria-invalid", "true");
      out.replaceChildren(verdict(false, text));
      return name;
    }
    const seal = hex(sha256(board.secret)), found = deal(board);
    const code = make("code", "", seal);
    const list = make("div", "hands");
    found.hands.forEach((hand, n) => list.append(make("section", "hand", make("h3", "", seat(board, n)), slip(hand))));
    const order = make("ol", "order");
    found.pack.forEach((card, i) => order.append(make("li", "", chip(card), " ",
      make("small", "", found.owner[i] === null ? say("undealt") : seat(board, found.owner[i])))));
    out.replaceChildren(
      board.seal ? verdict(seal.startsWith(board.seal), say(seal.startsWith(board.seal) ? "same-seal" : "other-seal"))
        : verdict(null, say("no-seal")),
      ...compare(board, found),
      make("p", "sealline", `${say("seal")} `, code),
      make("h2", "", say("hands")), list);
    if (found.turned) out.append(make("p", "", `${say("turned")} `, chip(found.turned)));
    if (found.rest.length) {
      const left = make("p", "left");
      found.rest.forEach((card) => left.append(chip(card), " "));
      out.append(make("h2", "", say(board.game === "hoola" ? "stock" : "rest")), left);
    }
    out.append(make("details", "whyso", make("summary", "", say("order")), order));
    out.dataset.deal = [...found.hands.map(written), ...found.rest.length ? ["|", ...found.rest] : [],
      ...found.turned ? ["turned", found.turned] : []].join(" ");
    return "";
  };

  // Only what the chosen game knows is asked for.
  const fit = () => {
    const game = field("game");
    for (const each of form.querySelectorAll("[data-for]")) each.hidden = !each.dataset.for.split(" ").includes(game);
    for (const each of form.elements.pack.querySelectorAll("optgroup")) {
      each.disabled = each.hidden = each.dataset.game !== game;
    }
    const chosen = form.elements.pack.selectedOptions[0];
    if (chosen.parentElement.disabled) form.elements.pack.querySelector("optgroup:not([disabled]) option").selected = true;
  };
  form.elements.game.addEventListener("change", fit);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const wrong = check();
    if (wrong) form.elements[wrong].focus();
    else out.focus();
  });
  fit();
  if (field("secret")) check();
})();
