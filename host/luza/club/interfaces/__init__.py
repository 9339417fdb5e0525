"""What other programs use of the club: webhooks, a calendar of rounds, the bridge to a chain's broker.

Home Assistant finds tables by the description that each controller publishes itself (`luza.mqtt.discovery`,
off by default); a stream's overlay is a page of `club.web`.
"""
