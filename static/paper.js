// The button that prints. Without a script it stays hidden, and the browser's own menu prints as well.
(() => {
  const button = document.getElementById("print");
  button.hidden = false;
  button.addEventListener("click", () => window.print());
})();
