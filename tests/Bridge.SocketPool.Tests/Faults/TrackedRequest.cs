using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using Bridge.SocketPool.Commands;
using Bridge.Testing;

namespace Bridge.SocketPool.Tests.Faults;

/// <summary>A request that a cell has sent, and how it ended.</summary>
internal sealed partial class TrackedRequest
{
    /// <summary>The address of the bytes 0, 1, 2 … 255 in the ROM.</summary>
    private const long Numbers = 0x02000100;

    private const long Memory = 0x02000000;
    private const int RangeBytes = 70_000;

    // Without Left and Down: in mGBA opposite directions cancel each other.
    private static readonly int[] Pressed = [0, 1, 2, 3, 4, 6, 8, 9];

    private readonly FakeTime _time;
    private readonly TimeSpan _began;

    private TrackedRequest(EmulatorClient client, FakeTime time, EmulatorRequest request, Func<EmulatorReply, bool> isRight)
    {
        _time = time;
        _began = time.Elapsed;
        Ended = RunAsync(client, request, isRight);
    }

    /// <summary>Gets <c>answered</c>, or the type of the problem that the client would get.</summary>
    public Task<string> Ended { get; }

    /// <summary>Gets the duration by the fake clock.</summary>
    public TimeSpan Took { get; private set; }

    /// <summary>Reads the byte with the value <paramref name="number"/>.</summary>
    public static TrackedRequest ToRead(EmulatorClient client, FakeTime time, int number) => new(
        client, time, CommandTable.MemoryGet.Request(Numbers + number, 1, null),
        reply => Encoding.ASCII.GetString(reply.Arguments) == number.ToString(CultureInfo.InvariantCulture));

    /// <summary>Reads more than the bridge's receive buffer holds.</summary>
    public static TrackedRequest ToReadRange(EmulatorClient client, FakeTime time) => new(
        client, time, CommandTable.MemoryRead.Request(Memory, RangeBytes, null),
        reply => reply.Payload.Length == RangeBytes
            && reply.Payload.Span[256..512].SequenceEqual(Enumerable.Range(0, 256).Select(i => (byte)i).ToArray()));

    /// <summary>
    /// Presses a button for a frame and waits until it is up again. It has the deadline of the other requests, so that one table fits all.
    /// </summary>
    public static TrackedRequest ToPress(EmulatorClient client, FakeTime time, int number) => new(
        client, time, CommandTable.ButtonsPress.Request(1 << Pressed[number % Pressed.Length], 1, 1, 1) with { FramesNeeded = 0 },
        reply => Encoding.ASCII.GetString(reply.Arguments).Split(' ') is [_, var down, var up] && Number(up) == Number(down) + 1);

    private async Task<string> RunAsync(EmulatorClient client, EmulatorRequest request, Func<EmulatorReply, bool> isRight)
    {
        try
        {
            using var reply = await client.SendAsync(request, CancellationToken.None);
            return isRight(reply) ? "answered" : $"WRONG ANSWER to {request.Command}";
        }
        catch (EmulatorException exception)
        {
            return WordStart().Replace($"{exception.Failure}", "-$0").ToLowerInvariant();
        }
        finally
        {
            Took = _time.Elapsed - _began;
        }
    }

    private static long Number(string text) => long.Parse(text, CultureInfo.InvariantCulture);

    [GeneratedRegex("(?<!^)[A-Z]")]
    private static partial Regex WordStart();
}
