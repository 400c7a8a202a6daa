namespace Bridge.Api.Server.Files;

/// <summary>Another account may have put files into a folder of the bridge. The sentence says what to do.</summary>
internal sealed class UntrustedFolderException(string sentence) : IOException(sentence);
