namespace Bridge.SocketPool.Model;

/// <summary>Identifies the client behind the requests of a flow of control, so that clients take turns with large requests.</summary>
public static class RequestOrigin
{
    private static readonly AsyncLocal<object?> Flowing = new();

    /// <summary>
    /// Gets or sets the client, compared by <see cref="object.Equals(object)"/>. All requests with null, the default, belong to one client.
    /// </summary>
    public static object? Current
    {
        get => Flowing.Value;
        set => Flowing.Value = value;
    }
}
