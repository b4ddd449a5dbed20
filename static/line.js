// The line to the server, the same for a student's page, the teacher's and the wall: `hoolLine` opens it and keeps it.
//
// A websocket comes first. Some networks refuse it, and some swallow it: it seems to open, or hangs, and nothing ever
// comes. So a try has a few seconds to be answered, then polling has its turn, and so on with a little more patience
// each time. Where polling worked and the websocket did not, that is remembered for this tab, and tried again later
// beside the line that works, which is left for it only when an answer has come.
//
//   ask(answered)       says to the server what this page watches; answered() when it has said something
//   state(name)         "ok", "trying", or "lost" when it has been trying for three seconds
"use strict";
window.hoolLine = ({ ask, state }) => {
  const MEMO = "hool-line";
  const memo = (value) => {
    try {
      if (value === undefined) return sessionStorage.getItem(MEMO);
      if (value) sessionStorage.setItem(MEMO, value); else sessionStorage.removeItem(MEMO);
    } catch { /* without storage nothing is remembered */ }
  };
  let way = memo() || "websocket", patience = 4000, heard = Date.now(), failed = false, over = false, deadline = 0, lost = 0;
  const socket = io({ transports: [way], upgrade: false, timeout: 20000, reconnectionDelay: 400, reconnectionDelayMax: 3000, autoConnect: false });
  const take = (name) => { socket.io.opts.transports = [way = name]; };

  const trying = () => {
    if (over) return;
    state("trying");
    if (!lost) lost = setTimeout(() => state("lost"), 3000);
  };
  const fine = () => {
    heard = Date.now();
    clearTimeout(deadline);
    clearTimeout(lost);
    lost = 0;
    patience = 4000;
    if (failed && way === "polling") memo(way);
    failed = false;
    misses = 0;
    state("ok");
  };
  // Every try has to be answered in time, from the first byte to the answer of our own question.
  const hurry = () => {
    clearTimeout(deadline);
    deadline = setTimeout(() => { other(); again(); }, patience);
  };
  // Where websockets are known to get lost, a line that breaks is taken up again by polling, twice; then both are tried.
  let misses = 0;
  const other = () => {
    if (way === "polling" && memo() === way && ++misses < 3) return;
    misses = 0;
    failed = failed || way === "websocket";
    take(way === "websocket" ? "polling" : "websocket");
    patience = Math.min(patience * 1.5, 20000);
  };
  const again = () => {  // now, not when the next try is due
    if (over) return;
    trying();
    socket.disconnect();
    hurry();
    socket.connect();
  };
  const question = () => { hurry(); ask(fine); };

  socket.on("connect", question);
  socket.on("disconnect", (reason) => {
    if (over) return;
    trying();
    if (reason === "io server disconnect") setTimeout(again, 1000);  // it does not come back from this by itself
  });
  socket.on("connect_error", () => {
    if (over) return;
    trying();
    clearTimeout(deadline);
    other();
    if (!socket.active) setTimeout(again, 1000);
  });
  socket.io.on("reconnect_attempt", hurry);
  socket.io.on("ping", () => { heard = Date.now(); });

  // After sleep a socket may believe that it still lives. Pings come every ten seconds: without one for longer than that
  // it is dead; else it is asked, and has a second and a half.
  const check = () => {
    if (document.hidden || over) return;
    if (!socket.connected || Date.now() - heard > 14000) return again();
    clearTimeout(deadline);
    deadline = setTimeout(again, 1500);
    ask(fine);
  };
  document.addEventListener("visibilitychange", check);
  document.addEventListener("resume", check);
  addEventListener("online", check);
  addEventListener("offline", trying);
  addEventListener("pageshow", (event) => { if (event.persisted) check(); });
  // A computer that slept with its lid closed shows the same page as before and says nothing: its clock has jumped.
  let ticked = Date.now();
  setInterval(() => {
    const slept = Date.now() - ticked;
    ticked = Date.now();
    if (slept > 8000) check();
  }, 2000);

  // Beside polling a websocket is tried from time to time, on a line of its own that nothing depends on.
  const probe = (wait) => setTimeout(() => {
    probe(Math.min(wait * 2, 600000));
    if (over || document.hidden || !socket.connected || way !== "polling") return;
    const other = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/socket.io/?EIO=4&transport=websocket`);
    const late = setTimeout(() => other.close(), 8000);
    other.onmessage = () => {
      clearTimeout(late);
      other.close();
      memo("");
      if (way !== "polling") return;
      take("websocket");
      again();
    };
  }, wait);

  probe(30000);
  trying();
  hurry();
  socket.connect();
  const end = () => {
    over = true;
    clearTimeout(deadline);
    clearTimeout(lost);
    socket.disconnect();
  };
  return { socket, check, end };
};
