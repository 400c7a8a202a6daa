namespace Bridge.Api.Features.Movies.Model;

/// <summary>Says in a sentence why bytes are not a movie, or why a movie can't be written in a format.</summary>
internal sealed class MovieFormatException(string sentence, Exception? innerException = null) : Exception(sentence, innerException);
