using System.Globalization;

namespace Bridge.RawListener.Model;

/// <summary>Holds a reply of the bridge itself, not of the emulator: a word, arguments and a sentence as payload.</summary>
/// <remarks>docs/protocol/raw-listener.md describes the format.</remarks>
public sealed record RawReply
{
    // As in the emulator's replies without a game.
    private const long NoFrame = -1;

    private RawReply(string word, long frame, string?[] arguments, string sentence) =>
        (Word, Frame, Arguments, Sentence) = (word, frame, arguments, sentence);

    /// <summary>Gets the word: <c>ok</c>, or the name of a problem.</summary>
    public string Word { get; }

    /// <summary>Gets the sentence, which becomes the payload.</summary>
    public string Sentence { get; }

    /// <summary>Gets whether the bridge or the emulator caused the failure, so that it is logged. Default false: the client did.</summary>
    public bool IsFailure { get; init; }

    internal long Frame { get; }

    internal string?[] Arguments { get; }

    /// <summary>Creates a reply that reports a problem.</summary>
    /// <param name="problem">The problem's name (docs/troubleshooting.md), like <c>bad-request</c>.</param>
    /// <param name="sentence">What is wrong, and what is accepted.</param>
    /// <param name="parameter">The argument that is wrong; null if no single argument is.</param>
    /// <param name="safeToRepeat">Whether the command can be repeated without a second effect; null if unknown.</param>
    /// <param name="retryAfter">How long to wait before a retry; null if unknown.</param>
    public static RawReply Error(
        string problem, string sentence, string? parameter = null, bool? safeToRepeat = null, TimeSpan? retryAfter = null)
    {
        var repeat = safeToRepeat switch { true => "1", false => "0", null => null };
        var wait = retryAfter is { } time ? Math.Ceiling(time.TotalMilliseconds).ToString("0", CultureInfo.InvariantCulture) : null;
        return new RawReply(problem, NoFrame, [parameter, repeat, wait], sentence);
    }

    /// <summary>Creates a reply to a hello that names an emulator of another bridge.</summary>
    /// <param name="address">HOST:PORT of that bridge's raw listener.</param>
    /// <param name="sentence">The same as a sentence.</param>
    public static RawReply Moved(string address, string sentence) => new("moved", NoFrame, [address], sentence);

    /// <summary>Creates a reply to a command that the bridge has executed itself.</summary>
    internal static RawReply Ok(long frame, params string?[] arguments) => new("ok", frame, arguments, "");
}
