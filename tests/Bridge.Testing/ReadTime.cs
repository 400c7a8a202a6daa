namespace Bridge.Testing;

/// <summary>A clock that stands still. A test acts when it is read, between two steps of the code that reads it.</summary>
public sealed class ReadTime : TimeProvider
{
    /// <summary>Gets or sets what happens when it is read the next time.</summary>
    public Action? NextRead { get; set; }

    public override long GetTimestamp()
    {
        var next = NextRead;
        NextRead = null;
        next?.Invoke();
        return 0;
    }
}
