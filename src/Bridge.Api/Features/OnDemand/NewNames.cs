namespace Bridge.Api.Features.OnDemand;

/// <summary>Makes names for emulators whose creator chose none.</summary>
/// <param name="prefix">What they begin with.</param>
/// <param name="random">Draws them.</param>
internal sealed class NewNames(string prefix, Random random)
{
    private const string Characters = "abcdefghjkmnpqrstuvwxyz23456789";

    public string Next() => prefix + random.GetString(Characters, 6);
}
