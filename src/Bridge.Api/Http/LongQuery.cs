namespace Bridge.Api.Http;

/// <summary>Marks an endpoint whose query may be longer than 16 KiB, because a parameter is a text.</summary>
internal sealed class LongQuery
{
    public static readonly LongQuery Marker = new();
}
