namespace Bridge.Api.Errors;

/// <summary>Reports in a single sentence why the bridge can't start.</summary>
internal class StartException(string sentence, Exception? cause = null) : Exception(sentence, cause);
