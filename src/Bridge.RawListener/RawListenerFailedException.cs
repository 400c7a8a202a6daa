namespace Bridge.RawListener;

/// <summary>Reports that the raw listener failed too often and was given up.</summary>
/// <param name="sentence">The message, with the last error.</param>
/// <param name="cause">The last error.</param>
public sealed class RawListenerFailedException(string sentence, Exception cause) : Exception(sentence, cause);
