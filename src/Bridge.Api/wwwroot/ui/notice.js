const notice = document.getElementById("notice");
let hideTimer;

/** Shows one sentence at the bottom of the page: for 4 seconds, or 10 if `isBad`. */
export function notify(sentence, isBad = false) {
  clearTimeout(hideTimer);
  notice.textContent = sentence;
  notice.classList.toggle("bad", isBad);
  hideTimer = setTimeout(() => (notice.textContent = ""), isBad ? 10_000 : 4_000);
}

/** Runs an action of the user. On failure it shows the error's message and returns undefined. */
export async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    if (error.name === "AbortError") return undefined;
    notify(error.message, true);
    if (!error.problem) throw error;
    return undefined;
  }
}
