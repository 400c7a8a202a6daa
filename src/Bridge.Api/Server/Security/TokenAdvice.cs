namespace Bridge.Api.Server.Security;

/// <summary>Metadata of an endpoint: how its clients send a token, for the response to a request without one.</summary>
internal sealed record TokenAdvice(string Sentence);
