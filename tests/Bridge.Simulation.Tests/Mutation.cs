using System.Text.RegularExpressions;

namespace Bridge.Simulation.Tests;

/// <summary>A bug to plant into a copy of the client.</summary>
/// <param name="Name">What the mutated client does wrong.</param>
/// <param name="Seed">The first seed to try: the one that finds the bug in the current client.</param>
/// <param name="Edits">The marked lines and how they change. Edits contain no names of the client, so that it can be renamed.</param>
internal sealed record Mutation(string Name, int Seed, params (string Marker, Edit Edit)[] Edits)
{
    private static readonly Edit Drop = (_, _) => "";

    /// <summary>All mutations; the simulation must find each.</summary>
    public static IReadOnlyList<Mutation> All { get; } =
    [
        new("swaps two replies", 1,
            ("reply-slot", Replace("= (.+);", "= ($1) ^ 1;")), ("reply-id", Replace(@"\|\| (\S+) != \w+", "|| $1 == 0"))),
        new("takes a late reply for the next one", 2, ("reply-id", Replace(@"\|\| (\S+) != \w+", "|| $1 == 0"))),
        new("sends again what was sent in full", 1, ("batch-reset", Drop)),
        new("counts a request as sent only when its whole batch is", 188,
            ("handed-over", Drop),
            ("batch-sent", (code, client) => $"{code} {Field(client("handed-over"))} = {Field(client("sent-total"))};")),
        new("retries a press", 2, ("retry-of-unknown", Replace("=> .+,", "=> true,"))),
        new("compares offsets wrongly, so that what was sent counts as unsent", 1, ("offset", Replace(">=", "+ 60 >="))),
        new("compares offsets wrongly, so that what was not sent counts as sent", 181, ("offset", Replace(">=", ">"))),
        new("loses cancels", 2, ("cancel", Replace(@"if \(.+\)", "if (false)"))),
        new("uses an exchange again after its deadline, before its caller has looked", 2,
            ("overdue-id", (code, client) => $"{code} {client("slot-release")}")),
        new("forgets a waiter when the connection breaks", 1,
            ("break", Replace("^(.+)_ => true", "var waiters = 0; $1_ => waiters++ != 1"))),
        new("completes twice", 2, ("overdue-id", Drop)),
        new("never sweeps deadlines", 2, ("sweep", Drop)),
        new("sweeps deadlines once", 2, ("sweep-begin", Replace(@"Write\((.+), .+\)", "Read($1)"))),
        new("sweeps the later deadline only", 2, ("sweep-earlier", Replace(@"\((\w+) < (.+)\)$", "($1 > $2 || $2 == long.MaxValue)"))),
        new("sends from two places at once", 1, ("send-start", Replace("= .+;", "= true;"))),
        new("stops sending for good when nothing is queued", 1, ("send-end", Drop)),
        new("sends at the end of a round what was sent earlier", 5, ("round-over", Drop)),
        new("forgets what waits for the end of a round", 5, ("round-end", Replace("^.+$", "{ }"))),
        new("lets a cancellation hit the slot's next user", 5, ("cancellation-end", Drop)),
        new("gives the slot of a reply away before it is read", 1, ("reply", (code, client) => $"{code} {client("reply-read")}")),
        new("loses the slot of a request that failed", 15,
            ("reply-read", (code, client) => $"if ({Field(client("reply"))}.Version % 64 != 63) {code}")),
        new("takes more in flight than it may", 2,
            ("capacity", Replace(@"\[(.+)\]", "[$1 + 1]")), ("capacity-limit", Replace(@"\((.+)\)", "($1 + 1)"))),
        new("keeps the buffer of a late reply", 1, ("late-reply", Drop)),
        new("keeps the buffer of a reply that breaks off", 254, ("large-reply", Drop)),
        new("keeps the socket of a broken connection", 1, ("close", Drop)),
        new("waits for the rest of a millisecond without waiting", 3,
            ("rest-of-millisecond", Replace(@"\w+\.\w+\(Math\.Ceiling\((\w+)\.\w+\)\)", "$1"))),
        new("waits beyond the deadline to send again", 366, ("backoff", Replace(@">= \w+", ">= TimeSpan.Zero"))),
        new("gives up a connection for good after it broke", 1, ("reconnect", Replace("^.+$", "return;"))),
        new("sets a watch outside the lock of its line", 675,
            ("watch-set", Drop), ("watch-read", (code, client) => $"{client("watch-set")} {code}")),
        new("forgets to clear a watch when there is no room", 249, ("watch-clear-again", Replace("^.+$", "{ }"))),
        new("forgets to set a watch again when there is no room", 103, ("watch-set-again", Replace("false", "true"))),
    ];

    public override string ToString() => Name;

    private static Edit Replace(string pattern, string replacement) => (code, _) => Regex.Count(code, pattern) == 1
        ? Regex.Replace(code, pattern, replacement)
        : throw new InvalidOperationException($"\"{pattern}\" must match exactly once in: {code}");

    private static string Field(string code) => Regex.Match(code, @"\b_\w+").Value;
}

/// <summary>Changes a marked line.</summary>
/// <param name="code">The line without its marker.</param>
/// <param name="client">Returns another marked line of the client.</param>
/// <returns>The new code, on one line.</returns>
internal delegate string Edit(string code, Func<string, string> client);
