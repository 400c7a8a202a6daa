namespace Bridge.SocketPool.Secrets;

/// <summary>The secret that bridge and script share.</summary>
/// <param name="Value">The secret; null if there is none.</param>
/// <param name="IsShared">Whether other accounts have it on purpose, so that the script may run as one of them.</param>
internal readonly record struct ScriptSecret(string? Value, bool IsShared);
