/** A value that others follow: they hear the latest one at once and each one after it. */
export class Topic {
  #followers = new Set();
  latest;

  follow(follower) {
    this.#followers.add(follower);
    if (this.latest !== undefined) follower(this.latest);
  }

  unfollow(follower) {
    this.#followers.delete(follower);
  }

  publish(value) {
    this.latest = value;
    for (const follower of this.#followers) follower(value);
  }
}
