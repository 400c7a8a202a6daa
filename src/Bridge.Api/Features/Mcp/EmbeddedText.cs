namespace Bridge.Api.Features.Mcp;

/// <summary>Reads the texts that are embedded in the program.</summary>
internal static class EmbeddedText
{
    public static Stream Open(string name) => typeof(EmbeddedText).Assembly.GetManifestResourceStream(name)
        ?? throw new InvalidOperationException($"{name} is not part of this build.");

    public static string Read(string name)
    {
        using var reader = new StreamReader(Open(name));
        return reader.ReadToEnd();
    }
}
