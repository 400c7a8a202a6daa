namespace Bridge.Api.Server.Inline;

/// <summary>Settings of inline scheduling.</summary>
/// <param name="IsOn">Whether requests may run on the socket threads.</param>
internal sealed record InlineSchedulingOptions(bool IsOn);
