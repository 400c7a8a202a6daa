namespace Bridge.Api.Features.OnDemand;

/// <summary>Makes names for emulators whose creator chose none.</summary>
/// <param name="prefix">What they begin with.</param>
/// <param name="random">Draws them.</param>
internal sealed class NewNames(string prefix, Random random)
{
    // Without those that are mistaken for others, like l and 1.
    private const string Characters = "abcdefghjkmnpqrstuvwxyz23456789";
    private const int Length = 6;

    public string Next() => prefix + random.GetString(Characters, Length);
}
