using System.Buffers;
using System.IO.Pipelines;
using System.Text;

namespace Bridge.Api.Tests.Features.Mcp;

/// <summary>Keeps the lines that are written to it.</summary>
internal sealed class LineWriter : MemoryStream
{
    private readonly List<string> _lines = [];
    private int _stuck;

    /// <summary>Gets or sets whether nothing more is read, so that writing never ends.</summary>
    public bool IsStuck { get; set; }

    /// <summary>Gets how many writes have begun since, none of which ends.</summary>
    public int StuckWrites => Volatile.Read(ref _stuck);

    public IReadOnlyList<string> Lines
    {
        get
        {
            lock (_lines)
                return [.. _lines];
        }
    }

    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (IsStuck)
        {
            Interlocked.Increment(ref _stuck);
            await new TaskCompletionSource().Task;
        }

        var text = Encoding.UTF8.GetString(buffer.Span);
        Assert.Equal(text.Length - 1, text.IndexOf('\n', StringComparison.Ordinal));
        lock (_lines)
            _lines.Add(text[..^1]);
    }
}

/// <summary>An input whose lines are added while it is read.</summary>
internal sealed class StringInput : IDisposable
{
    private readonly Pipe _pipe = new(new PipeOptions(pauseWriterThreshold: 0));
    private readonly Stream _stream;

    public StringInput() => _stream = _pipe.Reader.AsStream();

    public static implicit operator Stream(StringInput input) => input._stream;

    public void Add(string line)
    {
        _pipe.Writer.Write(Encoding.UTF8.GetBytes($"{line}\n"));
        _ = _pipe.Writer.FlushAsync().AsTask();
    }

    public void End() => _pipe.Writer.Complete();

    public void Dispose() => _stream.Dispose();
}
