using System.Text;

namespace Bridge.Testing;

/// <summary>A message from the bridge, with decoded arguments.</summary>
public sealed record FakeRequest(FakeConnection Connection, long Id, string Command, long Clock,
    IReadOnlyList<string> Arguments, byte[] Payload)
{
    /// <summary>Replies with <c>ok</c>.</summary>
    public Task ReplyAsync(params string[] arguments) => ReplyAsync("ok", arguments, []);

    /// <summary>Replies with an error and its message.</summary>
    public Task RefuseAsync(string status, string sentence = "the fake emulator says no", params string[] arguments) =>
        ReplyAsync(status, arguments, Encoding.UTF8.GetBytes(sentence));

    public Task ReplyAsync(string status, IReadOnlyList<string> arguments, byte[] payload) =>
        Connection.ReplyAsync(Id, status, arguments, payload);

    public override string ToString() => $"{Id} {Command} {string.Join(' ', Arguments)}";
}
