using System.Text.RegularExpressions;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Server.Files;

namespace Bridge.Api.Features.States;

/// <summary>Checks the names of states: each is a valid file name on every system, and never a path.</summary>
internal static partial class StateName
{
    private const string Form = "[A-Za-z0-9_-]([A-Za-z0-9._-]{0,62}[A-Za-z0-9_-])?";

    /// <summary>Gets the rule for a name.</summary>
    public static TextRule Rule { get; } = new() { Pattern = $"^{Form}$", Min = 1, Max = 64, Schema = "StateName",
            Description = "The name of a state." };

    /// <exception cref="RequestException">The name is invalid.</exception>
    public static string Check(string name, string parameter = "name") => Fits(name)
        ? name
        : throw Parameters.Refuse(parameter, name,
            "1 to 64 characters of A-Z, a-z, 0-9, -, _ and ., without a . at the start or end, and not a device name of Windows like CON "
            + "or COM1");

    /// <summary>Returns whether a state may have this name.</summary>
    public static bool Fits(string name) => Shape().IsMatch(name) && !DeviceName.Is(name);

    /// <summary>Converts a text to a part of a folder's name: at most 32 characters, the others replaced by _.</summary>
    public static string Clean(string text) => Other().Replace(text.Length <= 32 ? text : text[..32], "_");

    [GeneratedRegex("^" + Form + @"\z")]
    private static partial Regex Shape();

    [GeneratedRegex("[^A-Za-z0-9_-]")]
    private static partial Regex Other();
}
