using System.Text;

namespace Bridge.Testing.Faults;

/// <summary>A message on its way through a <see cref="FaultProxy"/>, or bytes that are not a message.</summary>
/// <param name="Id">Its id; 0 for none.</param>
/// <param name="Command">The command of the request or reply; empty for none.</param>
/// <param name="Bytes">The whole message.</param>
internal sealed class FaultMessage(long Id, string Command, byte[] Bytes)
{
    // The highest id of the protocol: no bridge gets that far.
    private const long ForeignId = 9_007_199_254_740_991;

    private byte[] _bytes = Bytes;
    private int _taken;

    public long Id { get; } = Id;

    public string Command { get; } = Command;

    /// <summary>Gets or sets when it may be sent, as a timestamp of the proxy's clock.</summary>
    public long Due { get; set; }

    public int Length => _bytes.Length;

    public int Left => _bytes.Length - _taken;

    public ReadOnlyMemory<byte> Take(int count)
    {
        _taken += count;
        return _bytes.AsMemory(_taken - count, count);
    }

    public FaultMessage Again() => new(0, "", _bytes);

    /// <summary>Inserts bytes at the position up to which it has been sent.</summary>
    public void PutIn(FaultMessage other) => _bytes = [.. _bytes[.._taken], .. other._bytes, .. _bytes[_taken..]];

    /// <returns>False if that is no longer possible.</returns>
    public bool Spoil(Fault fault)
    {
        if (fault == Fault.WrongId)
        {
            if (_taken > 0)
                return false;
            _bytes = [.. Encoding.ASCII.GetBytes($"{ForeignId}"), .. _bytes[Array.IndexOf(_bytes, (byte)' ')..]];
            return true;
        }

        var end = _bytes.Length - WireText.Terminator.Length;
        _bytes = fault == Fault.MissingTerminator ? _bytes[..end] : [.. _bytes[..end], (byte)'x', .. _bytes[end..]];
        return true;
    }

    public static FaultMessage Nonsense(Fault fault) => new(0, "", fault switch
    {
        Fault.Unsolicited => [.. WireText.Message(ForeignId, "ok", 1834, ["7"], []), .. WireText.Message(0, "surprise", 1834, [], [])],
        Fault.Garbage => "\0\xFFGET / HTTP/1.1\r\n\r\n<|END|>\n"u8.ToArray(),
        _ => [.. "1 ok 1834 10485760\n"u8, .. new byte[10 * 1024 * 1024], .. WireText.Terminator],
    });
}
