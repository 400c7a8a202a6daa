namespace Bridge.RawListener;

/// <summary>Reports that the raw listener has failed too often to be served any longer.</summary>
/// <param name="sentence">Says so, with the last error.</param>
/// <param name="cause">The last error.</param>
public sealed class RawListenerFailedException(string sentence, Exception cause) : Exception(sentence, cause);
