using Bridge.SocketPool;

namespace Bridge.Api.Contract.Errors;

/// <summary>Why a part of a request failed, in a response that is a success as a whole or has begun as one.</summary>
internal sealed record PartProblem(string Type, string Title, int Status, string Detail)
{
    public static PartProblem Of(ProblemType type, string detail) => new(type.Uri, type.Title, type.Status, detail);

    /// <summary>Returns the problem of a failed part; null for any other exception, which fails the whole request.</summary>
    public static PartProblem? Of(Exception failure) => failure switch
    {
        RequestException refused => Of(refused.Type, refused.Message),
        EmulatorException failed => Of(ProblemTypes.Of(failed.Failure), failed.Message),
        _ => null,
    };
}
