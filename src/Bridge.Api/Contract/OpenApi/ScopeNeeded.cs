namespace Bridge.Api.Contract.OpenApi;

/// <summary>
/// The scope that an operation needs, declared at its endpoint. Both the check and the OpenAPI document use it.
/// </summary>
/// <param name="Scope">One scope, or none for an operation that needs no token.</param>
/// <param name="OfEveryEmulator">
/// Whether the operation covers all emulators, and shows those that the token reaches; otherwise it uses the one in its path, or default.
/// </param>
internal sealed record ScopeNeeded(Scope Scope, bool OfEveryEmulator)
{
    private static readonly ScopeNeeded Everything = new(Scope.Admin, OfEveryEmulator: false);

    /// <summary>Returns what an endpoint needs. An endpoint without a declaration needs the scope admin.</summary>
    public static ScopeNeeded Of(Endpoint endpoint) => endpoint.Metadata.GetMetadata<ScopeNeeded>() ?? Everything;
}
