const notice = document.getElementById("notice");
let hiding;

/** Says one sentence at the bottom of the page for some seconds. */
export function say(sentence, isBad = false) {
  clearTimeout(hiding);
  notice.textContent = sentence;
  notice.classList.toggle("bad", isBad);
  hiding = setTimeout(() => (notice.textContent = ""), isBad ? 10_000 : 4_000);
}

/** Runs what a person asked for; a refusal becomes a sentence. Gives undefined then. */
export async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    if (error.name === "AbortError") return undefined;
    say(error.message, true);
    if (!error.problem) throw error;
    return undefined;
  }
}
