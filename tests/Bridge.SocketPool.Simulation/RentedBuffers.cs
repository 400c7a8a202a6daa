namespace Bridge.SocketPool.Simulation;

/// <summary>The buffers of a run.</summary>
internal sealed class RentedBuffers
{
    // The bytes of new and of returned buffers, so that a reader of either sees wrong data.
    private const byte Unwritten = 0xCD;
    private const byte GivenBack = 0xDD;

    private readonly HashSet<byte[]> _rented = [];

    /// <summary>Gets the number of buffers that have not been returned.</summary>
    public int Rented => _rented.Count;

    public byte[] Rent(int length)
    {
        // Longer than asked for, as .NET's pool may do.
        var buffer = new byte[length + 5];
        buffer.AsSpan().Fill(Unwritten);
        _rented.Add(buffer);
        return buffer;
    }

    public void Return(byte[] buffer)
    {
        if (!_rented.Remove(buffer))
            Scheduler.Current.Violate("I6", "a buffer was given back twice, or was never rented");
        buffer.AsSpan().Fill(GivenBack);
    }
}
