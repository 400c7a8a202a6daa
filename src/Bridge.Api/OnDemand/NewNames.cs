namespace Bridge.Api.OnDemand;

/// <summary>Makes names for emulators whose creator chose none.</summary>
/// <param name="prefix">What they begin with.</param>
internal sealed class NewNames(string prefix)
{
    private const string Characters = "abcdefghjkmnpqrstuvwxyz23456789";

    public string Next() => prefix + Random.Shared.GetString(Characters, 6);
}
