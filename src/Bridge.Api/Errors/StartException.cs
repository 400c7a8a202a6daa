namespace Bridge.Api.Errors;

/// <summary>Why the bridge can't start, in a sentence that is all that is told of it.</summary>
internal class StartException(string sentence, Exception? cause = null) : Exception(sentence, cause);
