using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Doors;
using Bridge.Doors.Listening;

namespace Bridge.Api.Features.Doors;

/// <summary>What requests about doors accept.</summary>
internal static class DoorRules
{
    private const string Write = "write";

    /// <summary>Gets the rule for the kind of a door.</summary>
    public static ChoiceRule Kind { get; } =
        new([.. DoorKind.All.Select(kind => kind.Name)]) { Schema = "DoorKind", Description = "The tool whose protocol a door speaks." };

    /// <summary>Gets the rule for the access.</summary>
    public static ChoiceRule Access { get; } =
        new(["read", Write], Write) { Schema = "DoorAccess", Description = "What the clients of a door may do; write includes read." };

    /// <summary>Gets the rule for the port.</summary>
    public static IntegerRule Port { get; } = new("port", 0, 65535, 0);

    /// <summary>Gets the rule for a door.</summary>
    public static ObjectRule Door { get; } =
        new(typeof(DoorRequest), new MemberRule("port", Port), new MemberRule("access", Access with { Default = null }));

    /// <summary>Returns the kind of this name.</summary>
    /// <exception cref="RequestException">There is none.</exception>
    public static DoorKind KindOf(string name) => DoorKind.Find(name) ?? throw Parameters.Refuse("door", name, $"one of {Kind.Names}");

    /// <summary>Returns the access of a kind's door.</summary>
    /// <param name="name">Its name; null: that of the settings.</param>
    /// <param name="kind">The kind.</param>
    /// <param name="settings">The settings of the kind.</param>
    /// <exception cref="RequestException">There is no such access, or the kind needs more.</exception>
    public static DoorAccess AccessOf(string? name, DoorKind kind, DoorSettings settings)
    {
        if (name is not null && !Access.Accepts(name))
            throw Parameters.Refuse("access", name, $"one of {Access.Names}");
        var access = AccessOf(name ?? settings.Access);
        return access >= kind.MinAccess
            ? access
            : throw Parameters.Refuse("access", NameOf(access), $"{NameOf(kind.MinAccess)} for {kind.Name}");
    }

    /// <summary>Returns the access of this name.</summary>
    public static DoorAccess AccessOf(string name) => name == Write ? DoorAccess.Write : DoorAccess.Read;

    /// <summary>Returns the name of an access.</summary>
    public static string NameOf(DoorAccess access) => Access.Choices[(int)access];
}
