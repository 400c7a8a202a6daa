namespace Bridge.Api.States;

/// <summary>Named states, as the settings say.</summary>
/// <param name="Folder">Where they are kept; null: below the account's local application data.</param>
internal sealed record StateOptions(string? Folder);
