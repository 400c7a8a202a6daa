namespace Bridge.Api.Security;

/// <summary>
/// The scope that an operation needs of a token, declared at the endpoint: what is checked and what the OpenAPI document says come from
/// here.
/// </summary>
/// <param name="Scope">One of them, or none for an operation that is open to everybody.</param>
/// <param name="OfEveryEmulator">
/// It speaks of all emulators, of which it shows those that the token reaches; otherwise of the one in its path, or the default one.
/// </param>
internal sealed record ScopeNeeded(Scope Scope, bool OfEveryEmulator)
{
    private static readonly ScopeNeeded Everything = new(Scope.Admin, OfEveryEmulator: false);

    /// <summary>Returns what an endpoint needs. One that declares nothing is for tokens that may do everything.</summary>
    public static ScopeNeeded Of(Endpoint endpoint) => endpoint.Metadata.GetMetadata<ScopeNeeded>() ?? Everything;
}
