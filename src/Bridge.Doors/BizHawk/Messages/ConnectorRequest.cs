namespace Bridge.Doors.BizHawk.Messages;

/// <summary>The kinds of requests.</summary>
internal enum RequestKind
{
    /// <summary>It can't be understood: <see cref="ConnectorRequest.Text"/> says why.</summary>
    Invalid,

    Ping,
    System,
    PreferredCores,
    Hash,
    MemorySize,
    Read,
    Write,
    Guard,
    Lock,
    Unlock,
    DisplayMessage,
    SetMessageInterval,
}

/// <summary>One request of a line.</summary>
/// <param name="Kind">What it asks for.</param>
/// <param name="Address">Where in the domain, for memory.</param>
/// <param name="Size">How many bytes to read.</param>
/// <param name="Bytes">The bytes to write or to compare with.</param>
/// <param name="Text">The domain, the message, or why the request is invalid.</param>
internal sealed record ConnectorRequest(RequestKind Kind, long Address = 0, long Size = 0, byte[]? Bytes = null, string Text = "")
{
    /// <summary>Gets how many bytes of memory it is about.</summary>
    public long Length => Bytes?.Length ?? Size;

    /// <summary>Gets whether it guards what follows, or was meant to, as far as can be told of an invalid one.</summary>
    public bool IsGuard { get; init; } = Kind == RequestKind.Guard;
}
