import assert from "node:assert/strict";
import { test } from "node:test";
import { Journal } from "../../src/Bridge.Api/wwwroot/bridge/journal.js";
import { Topic } from "../../src/Bridge.Api/wwwroot/ui/topic.js";

test("a follower hears the latest value at once and each later one, until it no longer follows", () => {
  const [topic, heard] = [new Topic(), []];
  const follower = value => heard.push(value);
  topic.publish(1);
  topic.follow(follower);
  topic.publish(2);
  topic.unfollow(follower);
  topic.publish(3);
  assert.deepEqual([heard, topic.latest], [[1, 2], 3]);
});

test("a follower hears nothing before there is a value", () => new Topic().follow(() => assert.fail()));

test("the journal keeps a person's requests and the page's own apart, newest first, and at most 100 of each", () => {
  const journal = new Journal();
  for (let i = 0; i < 101; i++) journal.begin(i, false);
  journal.begin("poll", true);
  assert.deepEqual([journal.asked.length, journal.asked[0].action, journal.polls.length], [100, 100, 1]);
});

test("an entry of the journal tells its end", () => {
  const journal = new Journal();
  journal.begin("action", false).end(404, "There is none.");
  assert.deepEqual([journal.latest.status, journal.latest.sentence, journal.latest.milliseconds >= 0], [404, "There is none.", true]);
});
