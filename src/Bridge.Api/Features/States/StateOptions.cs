namespace Bridge.Api.Features.States;

/// <summary>Settings of named states.</summary>
/// <param name="Folder">The folder of the states; null: below the account's local application data.</param>
internal sealed record StateOptions(string? Folder);
