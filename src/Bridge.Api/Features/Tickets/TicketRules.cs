using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Server.Security;

namespace Bridge.Api.Features.Tickets;

/// <summary>What the bodies about tickets accept.</summary>
internal static class TicketRules
{
    private const int MaxSeconds = 24 * 60 * 60;

    /// <summary>Gets the rule for what a ticket opens.</summary>
    public static ChoiceRule For { get; } = new([.. TicketPurpose.All.Select(purpose => purpose.Name)])
    {
        Schema = "TicketPurpose", Description = "What a ticket opens.",
    };

    /// <summary>Gets the rule for how long it lasts.</summary>
    public static IntegerRule Seconds { get; } = new("seconds", 1, MaxSeconds, 3600);

    /// <summary>Gets the rule for a ticket.</summary>
    public static ObjectRule Request { get; } = new(typeof(TicketRequest),
        new MemberRule("for", For, IsRequired: true), new MemberRule("seconds", Seconds));

    /// <summary>Returns the purpose of a ticket: what it opens.</summary>
    /// <exception cref="RequestException">It is missing, or unknown.</exception>
    public static TicketPurpose PurposeOf(TicketRequest request) =>
        request.For is not { } name ? throw Parameters.Missing("for", For.Names)
            : TicketPurpose.All.FirstOrDefault(purpose => purpose.Name == name) ?? throw Parameters.Refuse("for", name, For.Names);
}
