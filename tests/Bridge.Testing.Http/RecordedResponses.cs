namespace Bridge.Testing.Http;

/// <summary>The responses that the OpenAPI document shows as examples. A test with a real game records them.</summary>
public static class RecordedResponses
{
    /// <summary>Gets the file with the responses by their keys.</summary>
    public static string File { get; } = RepositoryRoot.Combine("tests", "Bridge.Testing.Http", "responses.json");

    /// <summary>Returns the key of a response.</summary>
    public static string KeyOf(string operation, int status, string mediaType) => $"{operation} {status} {mediaType}";
}
