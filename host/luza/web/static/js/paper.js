// The printed protocol needs no script but to print itself from a tablet, which has no menu for it.

const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => print());
