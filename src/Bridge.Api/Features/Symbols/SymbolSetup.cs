namespace Bridge.Api.Features.Symbols;

/// <summary>Registers what symbols need.</summary>
internal static class SymbolSetup
{
    public static void AddSymbols(this IServiceCollection services)
    {
        services.AddSingleton<SymbolFolder>();
        services.AddSingleton<SymbolStores>();
    }
}
