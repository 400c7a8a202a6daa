using System.Text;
using Bridge.Testing.Fuzzing;

namespace Bridge.Api.Tests.Fuzzing;

/// <summary>An emulator that sends random replies to every request.</summary>
internal sealed class AnyReply
{
    private static readonly string[] Statuses =
        ["ok", "ok", "ok", "ok", "failed", "bad-request", "out-of-range", "busy", "held", "no-such-status"];
    private static readonly string[] Arguments = ["0", "1", "2", "7", "255", "-", "-1",
        "running", "wram:33554432:262144", "r0=7", "240", "160", "[0].type", "99999999999"];

    private readonly Random _random = new(5);

    public async Task<bool> AnswerAsync(FakeRequest request)
    {
        // A message with id 0 has no reply.
        if (request.Id != 0)
            await ReplyAsync(request);
        return true;
    }

    private Task ReplyAsync(FakeRequest request)
    {
        lock (_random)
        {
            var status = Statuses[_random.Next(Statuses.Length)];
            var arguments = Enumerable.Range(0, _random.Next(7)).Select(_ => Arguments[_random.Next(Arguments.Length)]).ToArray();
            var payload = _random.Next(3) switch
            {
                0 => [],
                1 => request.Payload,
                _ => Encoding.UTF8.GetBytes(Mutations.Text(_random)),
            };
            return request.ReplyAsync(status, arguments, payload);
        }
    }
}
