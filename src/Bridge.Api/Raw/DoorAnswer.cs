using System.Buffers.Text;
using System.Globalization;
using System.Text;
using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Bridge.Api.Hosting;
using Bridge.SocketPool;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Raw;

/// <summary>What a command is answered that has no reply of the emulator: a word, arguments and a sentence (docs/protocol.md, "The raw door").</summary>
/// <param name="Word"><c>ok</c>, or a problem's name.</param>
/// <param name="Frame">The frame; -1 where there is none.</param>
/// <param name="Arguments">As they are told.</param>
/// <param name="Sentence">The payload.</param>
internal sealed record DoorAnswer(string Word, long Frame, string?[] Arguments, string Sentence)
{
    private const int MostNumber = 20;

    /// <summary>Whether it isn't its client who is to blame.</summary>
    public bool IsFailure { get; private init; }

    /// <summary>A refusal, or a command that had no good end.</summary>
    public static DoorAnswer Of(ProblemType problem, string sentence, string? parameter = null, bool? safeToRepeat = null, TimeSpan? retryAfter = null) =>
        new(problem.Anchor, -1, [parameter, safeToRepeat switch { true => "1", false => "0", null => null },
            retryAfter is { } wait ? Math.Ceiling(wait.TotalMilliseconds).ToString("0", CultureInfo.InvariantCulture) : null], sentence)
        {
            IsFailure = problem.Status >= StatusCodes.Status500InternalServerError,
        };

    /// <summary>The same of an exception; null when it is one of the bridge itself.</summary>
    public static DoorAnswer? Of(Exception exception, OrderlyStop stop) => exception switch
    {
        RequestException refused => Of(refused.Type, refused.Message, refused.Parameter),
        EmulatorException ended when stop.HasBegun && ProblemAnswers.HasDoneNothing(ended) => Of(ProblemTypes.Stopping, ProblemAnswers.EndedByStop, safeToRepeat: true),
        EmulatorException failed => Of(ProblemTypes.Of(failed.Failure), failed.Message, failed.Parameter, failed.SafeToRepeat, failed.RetryAfter),
        // Without the name that .NET puts behind the sentence.
        ArgumentException tooLong => Of(ProblemTypes.BadRequest, tooLong.Message.Split(" (Parameter", 2)[0]),
        _ => null,
    };

    /// <summary>The most bytes that it takes.</summary>
    public int MostBytes
    {
        get
        {
            var most = Word.Length + (3 * MostNumber) + Encoding.UTF8.GetMaxByteCount(Sentence.Length) + WireLimits.Terminator.Length;
            foreach (var argument in Arguments)
                most += 1 + (3 * Encoding.UTF8.GetMaxByteCount(argument?.Length ?? 0));
            return most;
        }
    }

    /// <summary>Writes it.</summary>
    /// <returns>Bytes.</returns>
    public int Write(Span<byte> destination)
    {
        var sentence = Encoding.UTF8.GetByteCount(Sentence);
        var length = WriteHead(destination, Word, Frame, sentence);
        foreach (var argument in Arguments)
        {
            destination[length++] = (byte)' ';
            length += WireArguments.Encode(argument ?? "", destination[length..]);
        }

        destination[length++] = (byte)'\n';
        length += Encoding.UTF8.GetBytes(Sentence, destination[length..]);
        WireLimits.Terminator.CopyTo(destination[length..]);
        return length + WireLimits.Terminator.Length;
    }

    /// <summary>The most bytes that <see cref="Write(EmulatorReply, Span{byte})"/> takes.</summary>
    public static int MostBytesOf(EmulatorReply reply) => (3 * MostNumber) + reply.Arguments.Length + reply.Payload.Length + WireLimits.Terminator.Length;

    /// <summary>Writes the emulator's reply.</summary>
    /// <returns>Bytes.</returns>
    public static int Write(EmulatorReply reply, Span<byte> destination)
    {
        var length = WriteHead(destination, "ok", reply.Frame, reply.Payload.Length);
        if (!reply.Arguments.IsEmpty)
        {
            destination[length++] = (byte)' ';
            reply.Arguments.CopyTo(destination[length..]);
            length += reply.Arguments.Length;
        }

        destination[length++] = (byte)'\n';
        reply.Payload.Span.CopyTo(destination[length..]);
        length += reply.Payload.Length;
        WireLimits.Terminator.CopyTo(destination[length..]);
        return length + WireLimits.Terminator.Length;
    }

    private static int WriteHead(Span<byte> destination, string word, long frame, int payload)
    {
        var length = Encoding.ASCII.GetBytes(word, destination);
        destination[length++] = (byte)' ';
        Utf8Formatter.TryFormat(frame, destination[length..], out var digits);
        length += digits;
        destination[length++] = (byte)' ';
        Utf8Formatter.TryFormat(payload, destination[length..], out digits);
        return length + digits;
    }
}
