namespace Bridge.Api.Contract.OpenApi;

/// <summary>A header of a request that an endpoint reads.</summary>
internal sealed record RequestHeader(ParameterNote Note);

/// <summary>A header of a successful response. One that is not always sent says when in its description.</summary>
internal sealed record ResponseHeader(string Name, string Description, bool IsNumber = false, bool IsAlwaysSent = true)
{
    /// <summary>The name of the header with the frame number of a response that has no JSON for it.</summary>
    public const string FrameName = "Emulator-Frame";

    /// <summary>Gets the header with the frame number of a response that is never JSON.</summary>
    public static ResponseHeader Frame { get; } =
        new(FrameName, "The frame in which the command ran; of a picture, the frame that drew it.", IsNumber: true);

    /// <summary>Gets the header with the frame number of a response that is JSON, unless the client asks for bytes.</summary>
    public static ResponseHeader FrameOfBytes { get; } = Frame with
    {
        Description = "The frame of the reading; only if the response is bytes.", IsAlwaysSent = false,
    };
}
