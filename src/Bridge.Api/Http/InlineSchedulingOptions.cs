namespace Bridge.Api.Http;

/// <summary>Inline scheduling, as the settings say.</summary>
/// <param name="IsOn">Whether requests may run on the threads that wait for sockets.</param>
internal sealed record InlineSchedulingOptions(bool IsOn);
