import { askForToken } from "../ui/token-dialog.js";

// In sessionStorage, because it is never sent in a URL and other tabs can't read it.
const key = "token";

/** Returns the token that this tab sends, or null. */
export function token() {
  return sessionStorage.getItem(key);
}

/** Asks the user for a new token, unless the refused one was already replaced. Completes when a token was given. */
export async function renewToken(refused) {
  if (token() !== refused) return;
  const given = await askForToken(refused === null);
  if (token() === refused && given) sessionStorage.setItem(key, given);
}

export function forgetToken() {
  sessionStorage.removeItem(key);
  location.reload();
}
