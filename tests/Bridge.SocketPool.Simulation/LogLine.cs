using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;

namespace Bridge.SocketPool.Simulation;

/// <summary>A line of a run's log; its parts are not evaluated if there is no log.</summary>
[InterpolatedStringHandler]
internal readonly ref struct LogLine
{
    private readonly StringBuilder? _text;

    public LogLine(int literals, int values, Scheduler scheduler, out bool isRead)
    {
        isRead = scheduler.IsLogged;
        _text = isRead ? new StringBuilder(literals + 8 * values) : null;
    }

    public void AppendLiteral(string text) => _text?.Append(text);

    public void AppendFormatted<T>(T value, string? format = null) =>
        _text?.Append(value is IFormattable formattable ? formattable.ToString(format, CultureInfo.InvariantCulture) : value?.ToString());

    public string ToStringAndClear() => _text?.ToString() ?? "";
}
